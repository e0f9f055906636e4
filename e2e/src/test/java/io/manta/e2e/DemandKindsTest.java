package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of demand that Ray knows adds the nodes it needs, and what can never be served is said with its reason. */
@RequiresRay
class DemandKindsTest {
    private static final String SCRIPT = """
            import time
            import ray
            from ray.autoscaler.sdk import request_resources
            from ray.util.placement_group import placement_group, remove_placement_group

            ray.init()
            for strategy, cpus in (("STRICT_SPREAD", 1), ("PACK", 0.5), ("SPREAD", 0.5), ("STRICT_PACK", 0.5)):
                group = placement_group([{"CPU": cpus}] * 2, strategy=strategy)
                ray.get(group.ready(), timeout=150)
                print(strategy, "is placed")
                remove_placement_group(group)

            @ray.remote(num_cpus=1, label_selector={"zone": "z9"})
            def in_zone():
                return "labels are served"

            print(ray.get(in_zone.remote(), timeout=150))

            @ray.remote(num_gpus=4)
            def never():
                pass

            pending = never.remote()
            request_resources(bundles=[{"CPU": 1}] * 4)
            deadline = time.time() + 150
            while ray.cluster_resources().get("CPU", 0) < 4 and time.time() < deadline:
                time.sleep(0.5)
            print("CPUs:", ray.cluster_resources().get("CPU"))
            """;

    @TempDir
    Path dir;

    @AfterEach
    void leaveNothing() {
        new MantaProgram(dir.resolve("home")).downAll();
    }

    @Test
    void groupsLabelsAndRequestedResourcesAddNodes() {
        var manta = new MantaProgram(dir.resolve("home"));
        String zoned = """
                  zoned:
                    resources: {CPU: 1, memory: 1000000000, object_store_memory: 83886080}
                    labels: {zone: z9}
                    max_workers: 1
                """;
        Path yaml = ClusterYaml.write(dir, "kinds", 0, 4, zoned);
        Path script = ClusterYaml.script(dir, "kinds.py", SCRIPT);
        manta.run("up", yaml.toString()).succeeded();

        assertThat(manta.run("submit", "kinds", script.toString()).succeeded().out())
                .contains(
                        "STRICT_SPREAD is placed",
                        "PACK is placed",
                        "SPREAD is placed",
                        "STRICT_PACK is placed",
                        "labels are served",
                        "CPUs: 4.0");
        assertThat(manta.events("kinds").stream().map(e -> String.valueOf(e.get("message"))))
                .anyMatch(m -> m.contains("STRICT_SPREAD"))
                .anyMatch(m -> m.contains("request_resources"));

        manta.run("down", "kinds", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }
}
