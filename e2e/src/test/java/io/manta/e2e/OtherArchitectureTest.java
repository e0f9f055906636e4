package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.testkit.SshHosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A head without Java and without internet, of another architecture than the user's machine. */
@RequiresRay
@Tag("hosts")
@Tag("foreign")
class OtherArchitectureTest {
    private static final int NEEDS_MORE = 77;

    @TempDir
    Path directory;

    @Test
    void getsAJavaOfItsOwnKindOverSshAndBringsUpTheWorkers() {
        try (var lab = new HostsLab("foreign", 2, directory, Map.of())) {
            SshHosts.Ended foreign = lab.hosts.makeForeign(1);
            assumeTrue(foreign.exitCode() != NEEDS_MORE, foreign.output());
            assertThat(foreign.exitCode()).as(foreign.output()).isZero();

            // The user's machine has pip and its index, the head has neither.
            var prefix = new ArrayList<>(lab.hosts.client());
            prefix.addAll(List.of(
                    "env",
                    "PIP_NO_INDEX=1",
                    "PIP_FIND_LINKS=" + foreign.output().strip()));
            var manta = new MantaProgram(directory.resolve("home"), prefix);
            String yaml = lab.yaml("other", lab.address(2), "min_workers: 1\nmax_workers: 1\n")
                    .toString();
            MantaProgram.Run up = manta.run("up", yaml, "-y").succeeded();

            assertThat(up.all()).contains("installing a Java runtime on the head (Linux aarch64)");
            assertThat(manta.nodes("other", "worker", "running")).hasSize(1);
            String java = "/home/ray/.manta/runtime/java-25-Linux-aarch64/bin/java";
            assertThat(lab.hosts
                            .exec(1, "head -c 20 " + java + " | od -An -tx1 -j18 -N1")
                            .output()
                            .strip())
                    .as("the machine it was built for")
                    .isEqualTo("b7");
            assertThat(lab.hosts
                            .exec(1, "pgrep -fc '^[^ ]*qemu-aarch64[^ ]* " + java + ".*Main daemon other'")
                            .output())
                    .isEqualTo("1\n");

            manta.run("down", "other", "-y").succeeded();
            assertThat(lab.processes(1)).isEmpty();
            assertThat(lab.processes(2)).isEmpty();
        }
    }
}
