package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.ExitCode;
import io.manta.cli.Run;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.StoredConfig;
import io.manta.config.ConfigLoader;
import io.manta.config.Overrides;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that act through a head, on a head without Ray: a directory, and a "python" that notes what it is given. */
class WorkingTest {
    @TempDir
    Path dir;

    private Optional<Cluster> opened = Optional.empty();

    @BeforeEach
    void makeCluster() throws Exception {
        Path python = Files.writeString(
                Files.createDirectories(dir.resolve("bin")).resolve("python"),
                "#!/bin/sh\nfor a; do echo \"<$a>\"; done > \"$HOME/arguments\"\nexit 3\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        String text = """
                cluster_name: box
                provider: {type: localhost, python: %s}
                max_workers: 2
                available_node_types:
                  head: {resources: {CPU: 0}, node_config: {}}
                  worker: {resources: {CPU: 1}, max_workers: 2, node_config: {}}
                head_node_type: head
                file_mounts: {"~/mounted": %s}
                """.formatted(python, Files.writeString(dir.resolve("mount.txt"), "mounted"));
        var manta = new MantaHome(dir);
        var content = new StoredConfig.Content(text, dir, Overrides.NONE);
        StoredConfig.write(manta.cluster("box"), content);
        new ClusterRecord("box", "localhost", "", Instant.now()).write(manta.cluster("box"));
        var config = StoredConfig.fingerprinted(ConfigLoader.load("box", text, dir, Overrides.NONE));
        opened = Optional.of(Cluster.open(manta, config));
        launch(cluster().provider().launch(Specs.request(Specs.head(config, "head-1"))));
    }

    @AfterEach
    void removeCluster() throws Exception {
        var provider = cluster().provider();
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(
                Duration.ofSeconds(30),
                "no machine is left",
                () -> provider.list(Look.USUAL).isEmpty());
        provider.cleanUp();
        cluster().close();
    }

    private Cluster cluster() {
        return opened.orElseThrow();
    }

    private void launch(LaunchResult result) throws Exception {
        assertThat(result.shortfall()).isEmpty();
        for (Machine machine : result.created()) {
            cluster().provider().tag(Map.of(machine.id(), Map.of(Tags.STATUS, NodeStatus.UP_TO_DATE.tag())));
        }
    }

    private void launchWorkers(String... ids) throws Exception {
        launch(cluster().provider().launch(Specs.workers(cluster().config(), ids)));
    }

    private Path onHead(String name) {
        return cluster().home().machines().resolve("head-1").resolve("home").resolve(name);
    }

    private Run manta(String... args) {
        return Run.manta(dir, args);
    }

    @Test
    void execPassesTheExitCodeOn() throws IOException {
        assertThat(manta("exec", "box", "echo here > ~/proof; exit 7").exitCode())
                .isEqualTo(7);
        assertThat(onHead("proof")).hasContent("here");
    }

    @Test
    void olderNamesWorkToo() {
        assertThat(manta("exec_cmd", "box", "exit 4").exitCode()).isEqualTo(4);
        assertThat(manta("get_head_ip", "box").out()).isEqualTo("127.0.0.1\n");
    }

    @Test
    void submitCopiesTheScriptAndPassesArgumentsExactly() throws IOException {
        Path script = Files.writeString(dir.resolve("my script.py"), "print()");
        Run run = manta("submit", "box", script.toString(), "a b", "$HOME", "it's", "*", "", "-n", "5", "--x=y");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(onHead("my script.py")).hasContent("print()");
        assertThat(Files.readAllLines(onHead("arguments")))
                .containsExactly(
                        "<" + onHead("my script.py") + ">",
                        "<a b>",
                        "<$HOME>",
                        "<it's>",
                        "<*>",
                        "<>",
                        "<-n>",
                        "<5>",
                        "<--x=y>");
    }

    @Test
    void submitWithoutScriptFileSaysSo() {
        Run run = manta("submit", "box", "nowhere.py");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("error[CLI-NO-SCRIPT]", "nowhere.py");
    }

    @Test
    void headThatIsNotSetUpIsRefusedBySubmitAndMerelyMentionedByExec() throws Exception {
        cluster().provider().tag(Map.of(cluster().head().id(), Map.of(Tags.STATUS, NodeStatus.UPDATE_FAILED.tag())));
        Path script = Files.writeString(dir.resolve("s.py"), "");
        Run refused = manta("submit", "box", script.toString());
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err()).contains("error[CLI-HEAD-NOT-READY]", "update-failed", "manta up box");
        Run warned = manta("exec", "box", "exit 5");
        assertThat(warned.exitCode()).isEqualTo(5);
        assertThat(warned.err()).contains("warning[CLI-HEAD-NOT-READY]");
        assertThat(manta("get-head-ip", "box").exitCode()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void rsyncGoesBothWays() throws IOException {
        Path data = Files.createDirectories(dir.resolve("data"));
        Files.writeString(data.resolve("a"), "1");
        assertThat(manta("rsync-up", "box", data + "/", "~/there/").exitCode()).isZero();
        assertThat(onHead("there/a")).hasContent("1");
        assertThat(manta("rsync_down", "box", "~/there/", dir.resolve("back") + "/")
                        .exitCode())
                .isZero();
        assertThat(dir.resolve("back/a")).hasContent("1");
    }

    @Test
    void rsyncWithoutPathsCopiesTheFileMounts() {
        assertThat(manta("rsync-up", "box").exitCode()).isZero();
        assertThat(onHead("mounted")).hasContent("mounted");
    }

    @Test
    void rsyncToAllNodesReachesWorkers() throws Exception {
        launchWorkers("worker-1");
        Path file = Files.writeString(dir.resolve("f"), "x");
        assertThat(manta("rsync-up", "-A", "box", file.toString(), "~/f").exitCode())
                .isZero();
        assertThat(cluster().home().machines().resolve("worker-1/home/f")).hasContent("x");
    }

    @Test
    void rsyncWithOnePathIsAUsageError() {
        assertThat(manta("rsync-up", "box", "only-one").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void workerAddressesAreOnePerLineAndAnEmptyLineWithoutWorkers() throws Exception {
        assertThat(manta("get-worker-ips", "box").out()).isEqualTo("\n");
        launchWorkers("worker-1", "worker-2");
        assertThat(manta("get-worker-ips", "box").out()).isEqualTo("127.0.0.1\n127.0.0.1\n");
    }

    @Test
    void killRandomNodeAsksAndANoEndsNothing() throws Exception {
        assertThat(manta("kill-random-node", "box", "-y").err()).contains("error[CLI-NO-WORKERS]");
        launchWorkers("worker-1");
        Run no = new Run.Setting(dir).typing("n\n").run("kill-random-node", "box", "--hard");
        assertThat(no.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(cluster().workers()).hasSize(1);
        Run nobody = manta("kill-random-node", "box", "--hard");
        assertThat(nobody.err()).contains("error[CLI-NEEDS-YES]");
        Run yes = new Run.Setting(dir).typing("y\n").run("kill-random-node", "box", "--hard");
        assertThat(yes.exitCode()).isZero();
        assertThat(yes.out()).isEqualTo("worker-1\n");
        assertThat(cluster().workers()).isEmpty();
    }

    @Test
    void attachToANodeSharedByAddressNamesTheChoices() throws Exception {
        launchWorkers("worker-1");
        Run run = manta("attach", "box", "--node-ip", "127.0.0.1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("error[CLI-NO-NODE]", "head-1", "worker-1");
    }

    @Test
    void contradictingOptionsAreUsageErrors() {
        assertThat(manta("exec", "box", "--screen", "--tmux", "x").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(manta("attach", "box", "--new").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(manta("exec", "box", "-p", "seventy", "x").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(manta("up", "box", "--no-restart", "--restart-only").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }
}
