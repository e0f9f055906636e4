package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLimitsTest {
    @TempDir
    Path root;

    @BeforeEach
    void aMachineWithEightCores() throws IOException {
        file("proc/meminfo", "MemTotal:       16000000 kB\nMemFree:          100 kB\n");
        file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-7\n");
        file("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
    }

    @Test
    void withoutLimitsItIsWhatTheMachineHas() {
        assertThat(limits().cores()).isEqualTo(8);
        assertThat(limits().memory()).isEqualTo(16_384_000_000L);
    }

    @Test
    void affinityCounts() throws IOException {
        file("proc/self/status", "Cpus_allowed_list:\t0-1,5\n");

        assertThat(limits().cores()).isEqualTo(3);
    }

    @Test
    void theTightestGroupAboveTheProcessCounts() throws IOException {
        file("sys/fs/cgroup/user.slice/session-1.scope/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/user.slice/session-1.scope/memory.max", "3000000000\n");
        file("sys/fs/cgroup/user.slice/memory.max", "2000000000\n");

        assertThat(limits().cores()).isEqualTo(1.5);
        assertThat(limits().memory()).isEqualTo(2_000_000_000L);
    }

    @Test
    void insideAContainerTheRootOfTheMountIsItsOwnGroup() throws IOException {
        file("proc/self/cgroup", "0::/\n");
        file("sys/fs/cgroup/cpu.max", "50000 100000\n");
        file("sys/fs/cgroup/memory.max", "max\n");

        assertThat(limits().cores()).isEqualTo(0.5);
        assertThat(limits().memory()).isEqualTo(16_384_000_000L);
    }

    @Test
    void theFirstGenerationOfControlGroupsCounts() throws IOException {
        file("proc/self/cgroup", "5:memory:/docker/abc\n4:cpu,cpuacct:/docker/abc\n1:name=systemd:/docker/abc\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000000\n");

        assertThat(limits().cores()).isEqualTo(2.5);
        assertThat(limits().memory()).isEqualTo(1_000_000_000L);
    }

    @Test
    void whatSaysThatThereIsNoLimitIsNone() throws IOException {
        file("proc/self/cgroup", "5:memory:/\n4:cpu,cpuacct:/\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertThat(limits().cores()).isEqualTo(8);
        assertThat(limits().memory()).isEqualTo(16_384_000_000L);
    }

    @Test
    void aSystemThatTellsNothingHasSomeCoresAndSomeMemory() {
        var bare = new HostLimits(root.resolve("empty"));

        assertThat(bare.cores()).isGreaterThanOrEqualTo(1);
        assertThat(bare.memory()).isPositive();
    }

    private HostLimits limits() {
        return new HostLimits(root);
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
