package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Machine;
import java.nio.file.Path;
import java.util.List;
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

    @TempDir
    Path directory;

    @Test
    void headAndWorkersRunTasksOnLoopbackOnlyAndLeaveNothing() throws Exception {
        Path temp;
        try (var cluster = new RayOnLoopback("one", directory)) {
            Machine head = cluster.launchHead();
            Machine first = cluster.launchWorker("w-1");
            Machine second = cluster.launchWorker("w-2");
            cluster.start(head);
            cluster.start(first);
            cluster.start(second);
            temp = cluster.rayTemp(head);

            List<String> output = cluster.run(head, TASK_ON_EACH);

            assertThat(output)
                    .contains("ran on head", "ran on w-1", "ran on w-2")
                    .contains("types ['head', 'worker', 'worker']", "memory 1500000000.0");
            cluster.terminateAndWait(second, first, head);
            assertThat(cluster.processes(head)).isEmpty();
        }
        assertThat(temp).doesNotExist();
        assertThat(directory.resolve("clusters/one/machines")).doesNotExist();
        assertThat(directory.resolve("clusters/one/logs/w-1/ray")).isNotEmptyDirectory();
    }
}
