package io.manta.e2e;

import static io.manta.e2e.MantaProgram.await;
import static io.manta.e2e.MantaProgram.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole clusters with real Ray on machines made by the three examples of docs/write-a-provider.md. */
@RequiresRay
class ExternalTest {
    private final Path python = Path.of(System.getProperty("manta.ray.python", ""));
    private Path dir = Path.of("");

    @BeforeEach
    void makeRoom() throws IOException {
        // Short: Ray puts sockets below it, whose paths have a limit.
        dir = Files.createTempDirectory(Path.of("/tmp"), "mx");
    }

    @AfterEach
    void leaveNothing() {
        new MantaProgram(dir.resolve("home"))
                .withPrograms(Path.of(System.getProperty("java.home"), "bin"))
                .downAll();
        ClusterYaml.delete(dir);
    }

    @Test
    void aProgramInShellIsTheProvider() throws IOException {
        assumeTrue(Stream.of("/usr/bin/jq", "/usr/local/bin/jq").anyMatch(jq -> Files.exists(Path.of(jq))), "needs jq");
        runACluster(
                "shell",
                "command: [" + MantaProgram.repository().resolve("examples/providers/shell/directories") + "]");
    }

    /** Here the head has a home of its own: the autoscaler moves there, and takes the class along. */
    @Test
    void aPythonClassMadeForRayIsTheProviderOnTheHeadToo() throws IOException {
        runACluster(
                "python",
                "module: directory_provider.DirectoryNodeProvider\n  python: " + python + "\n  python_path: ["
                        + MantaProgram.repository().resolve("examples/providers/python") + "]");
    }

    @Test
    void aJavaPluginIsTheProvider() throws IOException {
        runACluster("java", "plugin: directories\n  classpath: [" + PluginJar.build(dir.resolve("plugin")) + "]");
    }

    private void runACluster(String name, String provider) throws IOException {
        // A head finds its Java on the PATH; a new one would have to be made for it otherwise.
        var manta = new MantaProgram(dir.resolve("home")).withPrograms(Path.of(System.getProperty("java.home"), "bin"));
        int port = freePort();
        Path yaml = yaml(name, provider, port);

        manta.run("up", yaml.toString(), "-y").succeeded();
        assertThat(manta.nodes(name, "head", "running")).hasSize(1);
        assertThat(manta.nodes(name, "worker", "running")).hasSize(1);
        assertThat(manta.run("exec", name, "ls ~").succeeded().out()).contains("loopback_node.py");
        assertThat(manta.run("exec", name, "exit 7").exitCode()).isEqualTo(7);
        Path script = ClusterYaml.script(dir, "job.py", job(port));
        assertThat(manta.run("exec", name, python + " " + script).succeeded().out())
                .contains("SUM 20");

        int asked = (int) count(manta.events(name), "NODE_REQUESTED");
        killHelpers(manta, name);
        await(
                "the loop goes on after its helper was killed",
                Duration.ofSeconds(30),
                () -> manta.nodes(name, "worker", "running").size() == 1);
        assertThat(count(manta.events(name), "NODE_REQUESTED")).isEqualTo(asked);

        manta.run("down", name, "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
        assertThat(Files.exists(dir.resolve("machines").resolve(name))).isFalse();
        assertThat(Files.exists(manta.home().resolve("clusters").resolve(name))).isFalse();
    }

    /** The processes that the daemon talks to; a plug-in in Java has none. */
    private static void killHelpers(MantaProgram manta, String name) {
        long daemon = manta.status(name).get("daemon_pid") instanceof Number pid ? pid.longValue() : -1;
        ProcessHandle.of(daemon).orElseThrow().children().forEach(ProcessHandle::destroyForcibly);
    }

    private static String job(int port) {
        return """
                import ray
                ray.init("0.0.0.0:%d", log_to_driver=False)
                @ray.remote(num_cpus=1)
                def double(x):
                    return 2 * x
                print("SUM", sum(ray.get([double.remote(i) for i in range(5)])))
                """.formatted(port);
    }

    private Path yaml(String name, String provider, int port) throws IOException {
        Path example = MantaProgram.repository().resolve("examples/providers/cluster.yaml");
        String text = Files.readString(example)
                .replace("cluster_name: demo", "cluster_name: " + name)
                .replace("\n  command: [examples/providers/shell/directories]", "\n  " + provider)
                .replace("on_this_machine: true", "on_this_machine: " + !name.equals("python"))
                .replace("/tmp/demo-machines", dir.resolve("machines").toString())
                .replace("/tmp/demo-ray", dir.resolve("ray").toString())
                .replace("26379", Integer.toString(port))
                .replace("RAY_ENABLE", "PATH=" + python.getParent() + ":$PATH RAY_ENABLE")
                .replace("26001", Integer.toString(freePort()))
                .replace(
                        "examples/providers/loopback_node.py",
                        MantaProgram.repository()
                                .resolve("examples/providers/loopback_node.py")
                                .toString());
        return Files.writeString(dir.resolve(name + ".yaml"), text);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
