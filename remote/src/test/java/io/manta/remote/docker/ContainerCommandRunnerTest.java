package io.manta.remote.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.remote.ssh.SshConnections;
import io.manta.remote.ssh.SshSettings;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import io.manta.testkit.Scratch;
import io.manta.testkit.SshHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real dockerd on hosts, with images made there and pulled from a registry beside them. */
@Tag("hosts")
@Tag("docker")
class ContainerCommandRunnerTest {
    private static final String IMAGE = "10.77.0.1:5000/small:";

    private static SshHosts hosts;
    private static SshConnections connections;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeHosts() throws Exception {
        hosts = SshHosts.up("docker", 2, Map.of("MANTA_HOSTS_DOCKER", "1"));
        for (String tag : List.of("v1", "v2")) {
            String make = "/opt/image " + IMAGE + tag + " && docker push -q " + IMAGE + tag + " && docker rmi -f "
                    + IMAGE + tag;
            assertThat(hosts.exec(1, make)).matches(ended -> ended.exitCode() == 0, "image is made");
        }
        var program = new ArrayList<>(hosts.client());
        program.add("ssh");
        connections = new SshConnections(new SshSettings(
                shared.resolve("known_hosts"),
                Scratch.untilExit("mssh"),
                program,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                false));
    }

    @AfterAll
    static void removeHosts() throws Exception {
        if (hosts != null) {
            connections.disconnect();
            connections.close();
            hosts.close();
        }
    }

    private static CommandRunner host(int number, String user) {
        return connections.runner(new Reach.Ssh(
                hosts.host(number).address(),
                22,
                Optional.of(user),
                Optional.of(hosts.key().toString()),
                Optional.empty(),
                List.of()));
    }

    private static ContainerCommandRunner container(
            int number, String image, String name, List<String> mounts, String... options) {
        var settings = new DockerSettings(image, name, true, List.of(options), true, true, false);
        return new ContainerCommandRunner(
                host(number, "root"), new ContainerSpec(settings, mounts, Map.of("manta.cluster", "c1")));
    }

    private static List<String> run(CommandRunner runner, String script) throws Exception {
        return run(runner, Command.of(script));
    }

    private static List<String> run(CommandRunner runner, Command command) throws Exception {
        var lines = new ArrayList<String>();
        CommandResult result = runner.run(command, lines::add);
        lines.add("exit " + result.exitCode());
        return lines;
    }

    private static List<String> start(ContainerCommandRunner runner) throws Exception {
        var lines = new ArrayList<String>();
        runner.startContainer(lines::add);
        return lines;
    }

    @Test
    void commandsRunInTheContainerAndOnTheHostWhenAsked() throws Exception {
        var runner = container(1, IMAGE + "v1", "ray_a", List.of());
        assertThat(start(runner)).anyMatch(line -> line.contains("Downloaded newer image"));
        var inside =
                Command.of("cat /etc/image-name; echo $A; echo err >&2; exit 5").withEnvironment(Map.of("A", "it's"));
        assertThat(run(runner, inside)).containsExactly(IMAGE + "v1", "it's", "err", "exit 5");
        assertThat(run(runner, Command.of("ls /etc/image-name").on(Command.Place.HOST)))
                .contains("exit 2");
        assertThat(run(runner, "docker ps --format '{{.Names}}' | grep ray_a")).containsExactly("ray_a", "exit 0");
        assertThat(run(runner, "df -P /dev/shm | awk 'NR==2{exit !($2 > 1000000)}'"))
                .containsExactly("exit 0");
    }

    @Test
    void isLeftAloneWhenNothingChangedAndMadeAgainWhenImageOrOptionsDid() throws Exception {
        String id = "docker inspect --format '{{.Id}}' ray_b";
        start(container(1, IMAGE + "v1", "ray_b", List.of()));
        List<String> first = run(host(1, "root"), id);
        start(container(1, IMAGE + "v1", "ray_b", List.of()));
        assertThat(run(host(1, "root"), id)).isEqualTo(first);

        var newer = container(1, IMAGE + "v2", "ray_b", List.of());
        start(newer);
        assertThat(run(newer, "cat /etc/image-name")).containsExactly(IMAGE + "v2", "exit 0");

        var options = container(1, IMAGE + "v2", "ray_b", List.of(), "-e COLOUR=red");
        start(options);
        assertThat(run(options, "echo $COLOUR")).containsExactly("red", "exit 0");

        run(host(1, "root"), "docker stop -t 1 ray_b");
        start(options);
        assertThat(run(options, "echo $COLOUR")).containsExactly("red", "exit 0");
    }

    @Test
    void filesArriveWhetherCopiedBeforeTheContainerRunsOrAfter() throws Exception {
        Files.createDirectories(directory.resolve("code"));
        Files.writeString(directory.resolve("code/a.py"), "one");
        Files.writeString(directory.resolve("one.txt"), "file");
        var runner = container(1, IMAGE + "v1", "ray_f", List.of("~/code/", "~/one.txt"));
        runner.upload(FileTransfer.of(directory + "/code/", "~/code/"), OutputSink.NOWHERE);
        runner.upload(FileTransfer.of(directory + "/one.txt", "~/one.txt"), OutputSink.NOWHERE);
        start(runner);
        assertThat(run(runner, "cat ~/code/a.py ~/one.txt")).containsExactly("onefile", "exit 0");

        Files.writeString(directory.resolve("code/a.py"), "changed");
        Files.writeString(directory.resolve("one.txt"), "replaced");
        runner.upload(FileTransfer.of(directory + "/code/", "~/code/"), OutputSink.NOWHERE);
        runner.upload(FileTransfer.of(directory + "/one.txt", "~/one.txt"), OutputSink.NOWHERE);
        runner.upload(FileTransfer.of(directory + "/one.txt", "/srv/new/two.txt"), OutputSink.NOWHERE);
        assertThat(run(runner, "cat ~/code/a.py ~/one.txt /srv/new/two.txt"))
                .containsExactly("changedreplacedreplaced", "exit 0");

        run(runner, "mkdir -p ~/out/deep; echo result > ~/out/deep/r");
        runner.download(FileTransfer.of(directory + "/back/", "~/out/"), OutputSink.NOWHERE);
        runner.download(FileTransfer.of(directory + "/r", "~/out/deep/r"), OutputSink.NOWHERE);
        assertThat(directory.resolve("back/deep/r")).hasContent("result");
        assertThat(directory.resolve("r")).hasContent("result");
    }

    @Test
    void podmanDoesTheSame() throws Exception {
        assumeTrue(hosts.exec(1, "podman --version").exitCode() == 0, "podman is not there");
        Files.writeString(directory.resolve("one.txt"), "file");
        var runner = podman(IMAGE + "v1");
        runner.upload(FileTransfer.of(directory + "/one.txt", "~/one.txt"), OutputSink.NOWHERE);
        start(runner);
        assertThat(run(runner, "cat /etc/image-name ~/one.txt; exit 5"))
                .containsExactly(IMAGE + "v1", "file", "exit 5");
        String id = "podman inspect --format '{{.Id}}' ray_p";
        List<String> first = run(host(1, "root"), id);
        start(runner);
        assertThat(run(host(1, "root"), id)).isEqualTo(first);

        var newer = podman(IMAGE + "v2");
        start(newer);
        assertThat(run(newer, "cat /etc/image-name")).containsExactly(IMAGE + "v2", "exit 0");
        runner.upload(FileTransfer.of(directory + "/one.txt", "/srv/two.txt"), OutputSink.NOWHERE);
        assertThat(run(newer, "cat /srv/two.txt")).containsExactly("file", "exit 0");
        assertThat(code(podman(IMAGE + "absent"))).isEqualTo("DOCKER-NO-IMAGE");
        run(host(1, "root"), "podman rm -f -t 0 ray_p");
    }

    private static ContainerCommandRunner podman(String image) {
        var settings = new DockerSettings(image, "ray_p", true, List.of(), true, true, true);
        return new ContainerCommandRunner(
                host(1, "root"), new ContainerSpec(settings, List.of("~/one.txt"), Map.of("manta.cluster", "c1")));
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        assertThat(code(container(1, IMAGE + "absent", "ray_x", List.of()))).isEqualTo("DOCKER-NO-IMAGE");
        assertThat(code(container(1, "10.77.0.9:5000/x:1", "ray_x", List.of()))).isEqualTo("DOCKER-REGISTRY");
        assertThat(code(container(1, IMAGE + "v1", "ray_x", List.of(), "--no-such-option")))
                .isEqualTo("DOCKER-OPTIONS");
        var settings = new DockerSettings(IMAGE + "v1", "ray_x", true, List.of(), true, true, false);
        var asRay = new ContainerCommandRunner(host(1, "ray"), new ContainerSpec(settings, List.of(), Map.of()));
        assertThat(code(asRay)).isEqualTo("DOCKER-DENIED");

        hosts.exec(
                2,
                "kill $(cat /run/docker.pid); while [ -e /run/docker.pid ]; do sleep 0.05; done;"
                        + " mount -t tmpfs -o size=100m tmpfs /var/lib/docker; HOST_REGISTRY=10.77.0.1:5000 DOCKER_DRIVER=vfs bash /opt/host-dockerd");
        RemoteException full = failure(container(2, IMAGE + "v1", "ray_x", List.of()));
        assertThat(full.problem().code()).isEqualTo("DOCKER-NO-SPACE");
        assertThat(full.problem().why()).contains("/var/lib/docker has 1");
        hosts.exec(2, "kill $(cat /run/docker.pid)");
        assertThat(code(container(2, IMAGE + "v1", "ray_x", List.of()))).isEqualTo("DOCKER-NOT-RUNNING");
        hosts.exec(2, "rm /usr/local/bin/docker");
        assertThat(code(container(2, IMAGE + "v1", "ray_x", List.of()))).isEqualTo("DOCKER-NOT-INSTALLED");
    }

    private static RemoteException failure(ContainerCommandRunner runner) {
        return catchThrowableOfType(RemoteException.class, () -> runner.startContainer(OutputSink.NOWHERE));
    }

    private static String code(ContainerCommandRunner runner) {
        return failure(runner).problem().code();
    }
}
