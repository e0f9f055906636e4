package io.manta.e2e;

import static io.manta.e2e.MantaProgram.await;
import static io.manta.e2e.MantaProgram.count;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong is said, with the command, its exit code and its last words; and nothing is left behind. */
@RequiresRay
class FailureTest {
    @TempDir
    Path dir;

    @AfterEach
    void leaveNothing() {
        new MantaProgram(dir.resolve("home")).downAll();
    }

    @Test
    void aWorkerWhoseSetupFailsSaysWhyAndItsTypeRests() {
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = ClusterYaml.write(
                dir, "badworker", 1, 1, "worker_setup_commands:\n  - echo the disk is made of cheese; exit 3\n");

        var up = manta.run("up", yaml.toString());
        assertThat(up.err()).contains("the disk is made of cheese").contains("exited with 3");
        assertThat(up.exitCode()).as("the head is up, the worker is not").isEqualTo(1);

        String status = manta.run("status", "badworker").succeeded().out();
        assertThat(status).contains("exited with 3").contains("the disk is made of cheese");
        // Another machine may be tried in the round in which the first is given up: it may have been the machine's
        // fault.
        List<Map<String, Object>> failed = manta.events("badworker").stream()
                .filter(event -> "SETUP_FAILED".equals(event.get("type")))
                .toList();
        assertThat(failed.stream()
                        .filter(event -> Objects.equals(
                                event.get("node"), failed.getFirst().get("node"))))
                .as("tries on the first machine")
                .hasSize(3);
        assertThat(count(manta.events("badworker"), "TYPE_PAUSED")).isPositive();

        manta.run("down", yaml.toString(), "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }

    @Test
    void aHeadWhoseSetupFailsEndsUp() {
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = ClusterYaml.write(dir, "badhead", 0, 1, "setup_commands:\n  - echo no luck today >&2; exit 4\n");

        var up = manta.run("up", yaml.toString());
        assertThat(up.exitCode()).isEqualTo(1);
        assertThat(up.err())
                .contains("HEAD-SETUP-FAILED")
                .contains("no luck today")
                .contains("exited with 4");

        manta.run("down", "badhead", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }

    @Test
    void anInterruptedUpLeavesNothingThatDownDoesNotRemoveAndCanGoOn() {
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = ClusterYaml.write(dir, "cut", 1, 1, "");

        Process first = manta.start("up", yaml.toString());
        await(
                "Ray is being started",
                Duration.ofMinutes(2),
                () -> manta.events("cut").stream()
                        .anyMatch(e -> String.valueOf(e.get("message")).contains("[7/7]")));
        first.destroyForcibly();
        manta.run("down", "cut", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
        assertThat(Files.exists(manta.home().resolve("clusters/cut"))).isFalse();

        Process second = manta.start("up", yaml.toString());
        await("the head is asked for", Duration.ofMinutes(2), () -> count(manta.events("cut"), "NODE_REQUESTED") > 0);
        interrupt(second);
        await("Ctrl-C ends it", Duration.ofSeconds(30), () -> !second.isAlive());
        assertThat(second.exitValue()).isEqualTo(130);

        manta.run("up", yaml.toString()).succeeded();
        assertThat(manta.nodes("cut", "worker", "running")).hasSize(1);
        assertThat(manta.nodes("cut", "head", "running")).hasSize(1);
        manta.run("down", "cut", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }

    private static void interrupt(Process process) {
        try {
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
