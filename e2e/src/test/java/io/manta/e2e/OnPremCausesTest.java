package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten workers of which eight cannot serve, each for another reason: the others join, and every reason is told. */
@RequiresRay
@Tag("hosts")
class OnPremCausesTest {
    @TempDir
    Path directory;

    @Test
    void hostsThatCannotServeAreNamedWithTheirCauseAndTheOthersJoin() throws Exception {
        try (var lab = new HostsLab("causes", 10, directory, Map.of())) {
            lab.hosts.stopSshd(3);
            lab.hosts.exec(4, "rm /home/ray/.ssh/authorized_keys");
            String key = "AAAAC3NzaC1lZDI1NTE5AAAAIN2UWIGeoUmjMa1nCBoRqIJrbBWm8Q4AZ0FzSkgNBXVq";
            Files.createDirectories(lab.manta.home().resolve("known_hosts"));
            Files.writeString(
                    lab.manta.home().resolve("known_hosts/broken"), lab.address(5) + " ssh-ed25519 " + key + "\n");
            lab.hosts.exec(6, "mount -t tmpfs -o size=4k tmpfs /var/tmp; echo x >/var/tmp/full");
            lab.hosts.exec(7, "sed -i '/^export PATH/d' /home/ray/.bashrc");
            lab.hosts.exec(
                    8,
                    "mkdir /tmp/nopy; ln -s /usr/bin/* /tmp/nopy/; rm /tmp/nopy/python*;"
                            + " echo 'export PATH=/tmp/nopy' >>/home/ray/.bashrc");
            lab.hosts.exec(9, """
                    mkdir /tmp/other
                    cat >/tmp/other/sitecustomize.py <<END
                    import sys, types
                    m = types.ModuleType('ray._version'); m.version = '2.1.0'; m.commit = 'x'
                    sys.modules['ray._version'] = m
                    END
                    echo 'export PYTHONPATH=/tmp/other' >>/home/ray/.bashrc
                    """);
            lab.hosts.exec(
                    10,
                    "printf '#!/bin/sh\\nexec /usr/bin/date -d \"+10 minutes\" \"$@\"\\n' >/usr/local/bin/date;"
                            + " chmod 755 /usr/local/bin/date");
            String yaml = lab.yaml(
                            "broken",
                            lab.addresses(2, 10) + ", " + lab.hosts.nobody(),
                            "install_ray: false\nsetup_commands: ['python3 --version']\n")
                    .toString();
            MantaProgram.Run up = lab.manta.run("up", yaml, "-y");
            assertThat(up.exitCode()).isNotZero();
            assertThat(up.all())
                    .contains(lab.address(3) + " refuses SSH connections [SSH-REFUSED]")
                    .contains(lab.address(4) + " does not let us log in [SSH-AUTH]")
                    .contains(lab.address(5) + " shows another host key than before [SSH-HOST-KEY-CHANGED]")
                    .contains("nothing can be written on " + lab.address(6))
                    .contains("there is no route to " + lab.hosts.nobody())
                    .contains("the clock of " + lab.address(10) + " is off by ")
                    .contains("there is no ray on the node's PATH")
                    .contains("there is no Python on the node's PATH")
                    .contains("the node has another version of Ray or Python than the head");
            assertThat(lab.manta.nodes("broken", "worker", "running")).hasSize(2);
            lab.manta.run("down", "broken", "-y");
            for (int host : new int[] {1, 2, 7, 8, 9, 10}) {
                assertThat(lab.processes(host)).as("host %d", host).isEmpty();
            }
        }
    }
}
