package io.manta.remote.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.DockerSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunWordsTest {
    private static final String END =
            "--net=host img:1 bash -c 'trap '\\''exit 0'\\'' TERM INT; while :; do sleep 3600 & wait $!; done'";

    private static DockerSettings settings(String image, boolean detect, boolean podman, String... options) {
        return new DockerSettings(image, "ray_c", true, List.of(options), detect, detect, podman);
    }

    private static ContainerSpec spec(DockerSettings settings, String... mounts) {
        return new ContainerSpec(settings, List.of(mounts), Map.of("manta.cluster", "c1"));
    }

    private static HostFacts facts(String... lines) {
        return HostFacts.parse(
                List.of(lines).stream().map(line -> "manta-fact:" + line).toList());
    }

    @Test
    void runsWithDetectedSharedMemoryAndGpu() {
        HostFacts facts = facts("memory=1000000", "gpu=yes", "runtimes=map[nvidia:{nvidia-container-runtime}]");
        assertThat(new RunWords(spec(settings("img:1", true, false, "--cpus 2")), facts).run("f1", "/root"))
                .isEqualTo("docker run -d --name ray_c --label manta.fingerprint=f1 --label manta.cluster=c1"
                        + " -e LC_ALL=C.UTF-8 -e LANG=C.UTF-8 --cpus 2 --runtime=nvidia --shm-size=330000b " + END);
    }

    @Test
    void detectsNothingWhenToldNotTo() {
        HostFacts facts = facts("memory=1000000", "gpu=yes", "runtimes=nvidia");
        assertThat(new RunWords(spec(settings("img:1", false, false)), facts).run("f1", "/root"))
                .doesNotContain("shm", "nvidia");
        assertThat(new RunWords(spec(settings("img:1", true, false, "--shm-size=5g")), facts).run("f1", "/root"))
                .contains("--shm-size=5g")
                .doesNotContain("330000");
        assertThat(new RunWords(spec(settings("img:1", true, true)), facts).run("f1", "/root"))
                .startsWith("podman run")
                .contains("--device=nvidia.com/gpu=all");
    }

    @Test
    void mountsDirectoriesOnlyBecauseAReplacedFileWouldGoStale() {
        HostFacts facts = facts("directory=~/code", "directory=/data");
        String run = new RunWords(spec(settings("img:1", false, false), "~/code", "/data", "~/one.txt"), facts)
                .run("f1", "/home/ray");
        assertThat(run)
                .contains("-v \"$HOME\"/.manta/containers/ray_c/home/code:/home/ray/code")
                .contains("-v \"$HOME\"/.manta/containers/ray_c/root/data:/data")
                .doesNotContain("one.txt");
    }

    @Test
    void fingerprintFollowsImageOptionsAndMountsButNotFreeMemory() {
        HostFacts facts = facts("memory=1000000", "directory=~/code");
        String before = new RunWords(spec(settings("img:1", true, false), "~/code"), facts).fingerprint("sha1");
        assertThat(new RunWords(spec(settings("img:1", true, false), "~/code"), facts("memory=5", "directory=~/code"))
                        .fingerprint("sha1"))
                .isEqualTo(before);
        assertThat(new RunWords(spec(settings("img:1", true, false), "~/code"), facts).fingerprint("sha2"))
                .isNotEqualTo(before);
        assertThat(new RunWords(spec(settings("img:1", true, false, "--init"), "~/code"), facts).fingerprint("sha1"))
                .isNotEqualTo(before);
        assertThat(new RunWords(spec(settings("img:1", true, false), "~/code"), facts("memory=5")).fingerprint("sha1"))
                .isNotEqualTo(before);
    }
}
