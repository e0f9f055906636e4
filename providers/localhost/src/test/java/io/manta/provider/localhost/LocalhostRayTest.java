package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.remote.Command;
import io.manta.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@Tag("ray")
@EnabledIfSystemProperty(
        named = RayOnLoopback.PYTHON_PROPERTY,
        matches = ".+",
        disabledReason = "needs -Dmanta.ray.python=<a Python that has Ray>")
class LocalhostRayTest {
    private static final Duration SOON = Duration.ofSeconds(40);
    private static final String TASK_ON_EACH = """
            python - <<'E'
            import os, ray
            ray.init(log_to_driver=False)
            @ray.remote(num_cpus=0)
            def where():
                return os.environ["MANTA_NODE"].rpartition("/")[2]
            for name in ("head", "w_1", "w_2"):
                print("ran on", ray.get(where.options(resources={"on_" + name: 1}).remote(), timeout=90))
            print("types", sorted(n["Labels"]["ray.io/node-group"] for n in ray.nodes()))
            print("memory", sum(n["Resources"]["memory"] for n in ray.nodes()))
            E""";
    /** Leaves a child in a session of its own beside work that ignores the request to end. */
    private static final String BUSY_ACTOR = """
            python - <<'E'
            import ray
            ray.init(log_to_driver=False)
            @ray.remote(num_cpus=0, resources={"on_w_1": 1})
            class Busy:
                def begin(self):
                    import signal, subprocess
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
                    return child.pid
                def work(self):
                    import time
                    while True:
                        time.sleep(1)
            busy = Busy.options(name="busy", lifetime="detached").remote()
            print("child", ray.get(busy.begin.remote(), timeout=90))
            busy.work.remote()
            E""";

    @TempDir
    Path directory;

    @Test
    void headAndWorkersRunTasksOnLoopbackOnlyAndLeaveNothing() throws Exception {
        List<Path> temps = new ArrayList<>();
        try (var cluster = new RayOnLoopback("one", directory)) {
            Machine head = cluster.launchHead();
            Machine first = cluster.launchWorker("w-1");
            Machine second = cluster.launchWorker("w-2");
            for (Machine machine : List.of(head, first, second)) {
                cluster.start(machine);
                temps.add(cluster.rayTemp(machine));
            }

            List<String> output = cluster.run(head, TASK_ON_EACH);

            assertThat(output)
                    .contains("ran on head", "ran on w-1", "ran on w-2")
                    .contains("types ['head', 'worker', 'worker']", "memory 1500000000.0");
            assertThat(cluster.run(head, "ray status")).anyMatch(line -> line.contains("0.0/3.0 CPU"));
            cluster.awaitDashboard(head);
            assertThat(cluster.run(head, "ray job submit --working-dir . -- python -c 'print(6 * 7)'"))
                    .contains("42");
            Set<Long> all = cluster.processes(head, first, second);
            assertThat(SocketTable.listeners(all)).isNotEmpty().allMatch(address -> address.startsWith("127.0.0.1:"));

            cluster.terminateAndWait(second, first, head);
            assertThat(all)
                    .doesNotContainAnyElementsOf(ProcessTable.now().rows().keySet());
        }
        assertThat(temps).hasSize(3).noneMatch(Files::exists);
        assertThat(directory.resolve("clusters/one/machines")).doesNotExist();
        assertThat(directory.resolve("clusters/one/logs/w-1/ray")).isNotEmptyDirectory();
    }

    @Test
    void clustersSideBySideLiveAndEndAlone() throws Exception {
        try (var one = new RayOnLoopback("one", directory);
                var two = new RayOnLoopback("two", directory)) {
            Machine head = one.launchHead();
            Machine other = two.launchHead();
            one.start(head);
            two.start(other);

            assertThat(one.run(head, "ray stop")).anyMatch(line -> line.startsWith("Stopped "));
            assertThat(one.rayProcesses(head)).isEmpty();
            assertThat(two.run(other, "ray status")).anyMatch(line -> line.contains("CPU"));
            one.start(head);
            one.terminateAndWait(head);

            assertThat(two.run(other, "ray status")).anyMatch(line -> line.contains("CPU"));
        }
    }

    @Test
    void aBusyWorkerIsEndedWithEverythingItStartedAndTheHeadGoesOn() throws Exception {
        try (var cluster = new RayOnLoopback("busy", directory)) {
            Machine head = cluster.launchHead();
            Machine worker = cluster.launchWorker("w-1");
            cluster.start(head);
            cluster.start(worker);
            List<String> output = cluster.run(head, BUSY_ACTOR);
            long child = output.stream()
                    .filter(line -> line.startsWith("child "))
                    .map(line -> Long.parseLong(line.substring(6)))
                    .findFirst()
                    .orElseThrow();
            Set<Long> all = cluster.processes(worker);
            assertThat(all).contains(child);

            cluster.terminateAndWait(worker);

            assertThat(all)
                    .doesNotContainAnyElementsOf(ProcessTable.now().rows().keySet());
            assertThat(cluster.run(head, "ray status")).anyMatch(line -> line.contains("CPU"));
        }
    }

    @Test
    void aWorkerWhoseRayletIsKilledEmptiesItselfAndCanBeStartedAgain() throws Exception {
        try (var cluster = new RayOnLoopback("killed", directory)) {
            Machine head = cluster.launchHead();
            Machine worker = cluster.launchWorker("w-1");
            cluster.start(head);
            cluster.start(worker);
            long raylet = cluster.processNamed(worker, "raylet/raylet");

            ProcessHandle.of(raylet).orElseThrow().destroyForcibly();

            Eventually.eventually(SOON, "the node is empty", () -> cluster.processes(worker), Set::isEmpty);
            assertThat(cluster.provider.list(Look.USUAL)).hasSize(2);
            cluster.start(worker);
            assertThat(cluster.processes(worker)).isNotEmpty();
        }
    }

    @Test
    void aWorkerWithoutAHeadFailsWithAReason() throws Exception {
        try (var cluster = new RayOnLoopback("headless", directory)) {
            cluster.launchHead();
            Machine worker = cluster.launchWorker("w-1");
            var lines = new ArrayList<String>();

            int code = cluster.runner(worker)
                    .run(
                            Command.of("python $MANTA_WORKER_NODE").withEnvironment(Map.of("MANTA_JOIN_SECONDS", "8")),
                            lines::add)
                    .exitCode();

            assertThat(code).isEqualTo(1);
            assertThat(lines.getFirst()).contains("Ray worker node").contains("head at 127.0.0.1:");
            assertThat(cluster.processes(worker)).isEmpty();
        }
    }
}
