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

    @Test
    void stockHostsAreFreshDebiansThatReachThePackageRegistriesAlone() {
        try (SshHosts hosts = SshHosts.stock("fresh", 2, "bookworm")) {
            assertThat(hosts.exec(
                                    1,
                                    "hostname; . /etc/os-release; echo $VERSION_CODENAME; python3 --version; touch /etc/only-here")
                            .output())
                    .contains("host1\nbookworm\nPython 3.11");
            assertThat(hosts.exec(2, "ls /etc/only-here").exitCode()).isNotZero();
            assertThat(hosts.exec(1, "python3 -m pip --version").output()).contains("No module named pip");
            assertThat(hosts.exec(1, "python3 -m venv /tmp/v").output()).contains("ensurepip is not");
            assertThat(hosts.exec(1, "command -v rsync git cc docker").exitCode())
                    .isNotZero();
            assertThat(hosts.exec(1, "su - ec2-user -c 'sudo -n id -u'").output())
                    .isEqualTo("0\n");
            assertThat(hosts.exec(1, "apt-get update").exitCode()).isZero();
            assertThat(hosts.exec(1, "curl -sS -m 20 http://192.0.2.1").output())
                    .contains("Failed to connect");
            assertThat(hosts.exec(
                                    1,
                                    "python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM);"
                                            + " s.connect((\"192.0.2.1\", 53)); print(s.getsockname()[0])'")
                            .output())
                    .as("the address that programs take for the host's own")
                    .isEqualTo("10.77.0.11\n");
            hosts.kill(1);
            hosts.revive(1);
            assertThat(hosts.exec(1, "ls /etc/only-here").exitCode()).isZero();
        }
    }
}
