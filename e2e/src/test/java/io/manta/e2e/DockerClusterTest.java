package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A head and two workers, each with its own dockerd, and images that come from a registry. */
@RequiresRay
@Tag("hosts")
class DockerClusterTest {
    private static final String REGISTRY = "10.77.0.1:5000/";

    @TempDir
    Path directory;

    @Test
    void allNodesRunInContainersAndAnotherImageReplacesThem() throws Exception {
        try (var lab = new HostsLab("docker", 3, directory, Map.of("MANTA_HOSTS_DOCKER", "1"))) {
            for (String image : List.of("ray:1", "ray:2")) {
                var made =
                        lab.hosts.exec(1, "/opt/image " + REGISTRY + image + " && docker push -q " + REGISTRY + image);
                assertThat(made.exitCode()).as(made.output()).isZero();
            }
            MantaProgram manta = lab.manta;
            manta.run("up", yaml(lab, "ray:1", "ray:1").toString(), "-y").succeeded();
            assertThat(manta.nodes("box", "worker", "running")).hasSize(2);
            assertThat(manta.run(
                                    "submit",
                                    "box",
                                    lab.write("spread.py", HostsLab.SPREAD).toString())
                            .succeeded()
                            .out())
                    .contains("ran on host1 host2 host3");
            assertThat(manta.run("exec", "box", "cat /etc/image-name").out()).isEqualTo(REGISTRY + "ray:1\n");
            assertThat(manta.run("exec", "box", "--run-env", "host", "ls /etc/image-name")
                            .exitCode())
                    .isNotZero();
            List<String> pulled = manta.events("box").stream()
                    .filter(event -> "STEP_PROGRESS".equals(event.get("type")))
                    .map(event -> String.valueOf(event.get("message")))
                    .toList();
            assertThat(pulled).as("progress of the pull").anyMatch(line -> line.contains("1 of 1 layers pulled"));

            String head = container(lab, 1);
            manta.run("up", yaml(lab, "ray:1", "ray:2").toString(), "-y").succeeded();
            MantaProgram.await(
                    "the workers run the other image",
                    Duration.ofSeconds(90),
                    () -> container(lab, 2).contains("ray:2")
                            && container(lab, 3).contains("ray:2")
                            && manta.nodes("box", "worker", "running").size() == 2);
            assertThat(container(lab, 1)).as("the head's was not touched").isEqualTo(head);

            manta.run("down", "box", "-y").succeeded();
            for (int host = 1; host <= 3; host++) {
                assertThat(lab.hosts.exec(host, "docker ps -aq").output())
                        .as("host %d", host)
                        .isEmpty();
            }
            whatKeepsAContainerFromStartingIsToldBeforeThePull(lab);
        }
    }

    private static void whatKeepsAContainerFromStartingIsToldBeforeThePull(HostsLab lab) throws IOException {
        lab.hosts.exec(1, "mv /usr/local/bin/docker /usr/local/bin/hidden");
        assertThat(lab.manta
                        .run("up", yaml(lab, "ray:1", "ray:1").toString(), "-y")
                        .all())
                .contains("docker is not installed on the node");
        lab.hosts.exec(1, "mv /usr/local/bin/hidden /usr/local/bin/docker");
        assertThat(lab.manta
                        .run("up", yaml(lab, "none:1", "ray:1").toString(), "-y")
                        .all())
                .contains("there is no image " + REGISTRY + "none:1");
        lab.manta.run("down", "box", "-y").succeeded();
    }

    private static String container(HostsLab lab, int host) {
        return lab.hosts
                .exec(host, "docker ps --no-trunc --format '{{.ID}} {{.Image}}'")
                .output();
    }

    // Ray itself comes from the machine: an image that held it would take minutes to make.
    private static Path yaml(HostsLab lab, String headImage, String workerImage) throws IOException {
        Path environment = HostsLab.environment();
        Path python = Path.of(Files.readAllLines(environment.resolve("pyvenv.cfg")).stream()
                        .filter(line -> line.startsWith("home = "))
                        .map(line -> line.substring("home = ".length()))
                        .findFirst()
                        .orElseThrow())
                .getParent();
        String more = """
                docker:
                  head_image: %1$s%2$s
                  worker_image: %1$s%3$s
                  container_name: ray
                  run_options:
                    - -v %4$s:%4$s:ro
                    - -v %5$s:%5$s:ro
                    - -e PATH=%4$s/bin:/usr/local/bin:/usr/bin:/bin
                """.formatted(REGISTRY, headImage, workerImage, environment, python);
        Path file = lab.yaml("box", lab.addresses(2, 3), more);
        return Files.writeString(file, Files.readString(file).replace("ssh_user: ray", "ssh_user: root"));
    }
}
