package io.manta.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("hosts")
class SshHostsTest {
    @Test
    void hostsAreSeparateMachinesAndDisappearWithoutATrace() {
        Path files;
        Path network;
        try (SshHosts hosts = SshHosts.up("kit", 2)) {
            files = hosts.key().getParent();
            network = Path.of(hosts.client().get(1).replace("--net=", ""));
            assertThat(files).exists();
            assertThat(network).exists();
            assertThat(hosts.exec(2, "hostname; touch /tmp/only-here; ps ax | grep -c '[s]shd: /usr'")
                            .output())
                    .isEqualTo("host2\n1\n");
            assertThat(hosts.exec(1, "ls /tmp").output()).isEmpty();
            assertThat(hosts.exec(1, "ip -4 -o addr show dev eth0").output()).contains("10.77.0.11/24");
            assertThat(hosts.exec(1, "ip route").output()).doesNotContain("default");
        }
        assertThat(files).doesNotExist();
        assertThat(network).doesNotExist();
    }
}
