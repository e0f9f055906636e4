package io.manta.e2e;

import static io.manta.e2e.MantaProgram.await;
import static io.manta.e2e.MantaProgram.count;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster on this machine grows under load, shrinks when idle, survives its daemon's death, and leaves nothing. */
@RequiresRay
class ScalingTest {
    private static final String LOAD = """
            import ray, sys, time
            ray.init()
            @ray.remote(num_cpus=1)
            def work(i):
                time.sleep(3)
                return i
            print("SUM", sum(ray.get([work.remote(i) for i in range(9)])))
            print("ARGS", sys.argv[1:])
            """;

    @TempDir
    Path dir;

    @AfterEach
    void leaveNothing() {
        new MantaProgram(dir.resolve("home")).downAll();
    }

    @Test
    void growsUnderLoadAndShrinksWhenIdle() {
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = ClusterYaml.write(dir, "scale", 0, 3, "");
        Path script = ClusterYaml.script(dir, "load.py", LOAD);

        manta.run("up", yaml.toString()).succeeded();
        assertThat(manta.run("up", yaml.toString()).succeeded().err()).contains("nothing was touched");

        var submitted = manta.run("submit", "scale", script.toString(), "--", "a b", "$HOME", "it's")
                .succeeded();
        assertThat(submitted.out()).contains("SUM 36").contains("ARGS ['a b', '$HOME', \"it's\"]");
        assertThat(submitted.all()).contains("node(s) of type worker");

        List<Map<String, Object>> events = manta.events("scale");
        assertThat(count(events, "NODE_JOINED")).as("head and three workers").isEqualTo(4);

        await("idle workers are gone", Duration.ofMinutes(2), () -> count(manta.events("scale"), "NODE_GONE") == 3);
        events = manta.events("scale");
        assertThat(count(events, "DRAIN_STARTED")).isGreaterThanOrEqualTo(3);
        assertThat(count(events, "NODE_REQUESTED")).as("no node too many").isEqualTo(4);
        assertThat(manta.nodes("scale", "head", "running")).hasSize(1);
        assertThat(manta.run("exec", "scale", "ray status").succeeded().out()).contains("1 head");
        assertThat(manta.run("exec", "scale", "exit 7").exitCode()).isEqualTo(7);
        if (Files.isExecutable(Path.of("/usr/bin/tmux"))) {
            manta.run("exec", "scale", "--tmux", "touch ~/tmux-was-here").succeeded();
            await(
                    "tmux runs in the node's home",
                    Duration.ofSeconds(30),
                    () -> manta.run("exec", "scale", "test -e ~/tmux-was-here").exitCode() == 0);
        }

        manta.run("down", "scale", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
        assertThat(Files.exists(manta.home().resolve("clusters/scale"))).isFalse();
        assertThat(count(manta.keptEvents(), "DOWN_FINISHED")).isEqualTo(1);
    }

    @Test
    void aKilledDaemonComesBackAndNeitherLosesNorDoublesANode() {
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = ClusterYaml.write(dir, "killed", 0, 2, "");
        Path script = ClusterYaml.script(dir, "load.py", LOAD);
        manta.run("up", yaml.toString()).succeeded();

        Process job = manta.start("submit", "killed", script.toString());
        await(
                "workers are asked for",
                Duration.ofMinutes(1),
                () -> count(manta.events("killed"), "NODE_REQUESTED") > 1);
        long first = killDaemon(manta);
        await("the daemon is back", Duration.ofSeconds(30), () -> daemonPid(manta) != first);
        await("workers have joined", Duration.ofMinutes(2), () -> count(manta.events("killed"), "NODE_JOINED") >= 3);
        long second = killDaemon(manta);
        await("the daemon is back again", Duration.ofSeconds(30), () -> daemonPid(manta) != second);

        await("the job is done", Duration.ofMinutes(3), () -> !job.isAlive());
        assertThat(manta.output(job)).contains("SUM 36");
        await(
                "idle workers are gone",
                Duration.ofMinutes(2),
                () -> manta.nodes("killed", "worker", "running").isEmpty()
                        && count(manta.events("killed"), "NODE_GONE") >= 2);
        assertThat(count(manta.events("killed"), "NODE_REQUESTED"))
                .as("no node doubled")
                .isEqualTo(3);

        manta.run("down", "killed", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }

    private static long daemonPid(MantaProgram manta) {
        return manta.status("killed").get("daemon_pid") instanceof Number pid ? pid.longValue() : -1;
    }

    private static long killDaemon(MantaProgram manta) {
        long pid = daemonPid(manta);
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::destroyForcibly)).contains(true);
        return pid;
    }
}
