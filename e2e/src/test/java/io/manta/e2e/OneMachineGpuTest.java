package io.manta.e2e;

import static io.manta.e2e.MantaProgram.await;
import static io.manta.e2e.MantaProgram.count;
import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.FakeCards;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine with two cards Ray counts two, whatever nodes there are, and no two tasks are given the same one. */
@RequiresRay
class OneMachineGpuTest {
    private static final String TASKS = """
            import os, ray, time
            ray.init(log_to_driver=False)
            @ray.remote(num_cpus=0, num_gpus=1, accelerator_type="H200")
            class Holder:
                def card(self):
                    return os.environ["CUDA_VISIBLE_DEVICES"], os.environ["MANTA_NODE"].rpartition("/")[2]
            holders = [Holder.remote() for _ in range(3)]
            ready, waiting = ray.wait([h.card.remote() for h in holders], num_returns=2, timeout=120)
            print("CARDS", sorted(card for card, _ in ray.get(ready)))
            print("NODES", len({node for _, node in ray.get(ready)}))
            print("COUNTED", sum(n["Resources"].get("GPU", 0) for n in ray.nodes() if n["Alive"]))
            head = [n for n in ray.nodes() if "node:__internal_head__" in n["Resources"]][0]
            print("HEAD", "GPU" in head["Resources"], any(r.startswith("accelerator_type") for r in head["Resources"]))
            print("WAITING", len(waiting))
            time.sleep(8)
            """;

    @TempDir
    Path dir;

    @AfterEach
    void leaveNothing() {
        new MantaProgram(dir.resolve("home")).downAll();
    }

    @Test
    void everyCardIsCountedOnceAndGivenToOneNode() throws Exception {
        FakeCards cards = FakeCards.make(
                dir.resolve("cards"),
                Path.of(System.getProperty("manta.ray.python", "")),
                0,
                "NVIDIA H200",
                "NVIDIA H200");
        var manta = new MantaProgram(dir.resolve("home"));
        Path yaml = Files.writeString(dir.resolve("gpus.yaml"), """
                cluster_name: gpus
                provider: {type: localhost, python: %s}
                max_workers: 5
                idle_timeout_minutes: 0.1
                head_node_type: head
                available_node_types:
                  head:
                    resources: {CPU: 0, memory: 500000000, object_store_memory: 104857600}
                  gpu:
                    resources: {CPU: 1, GPU: 1, memory: 500000000, object_store_memory: 83886080}
                    min_workers: 0
                    max_workers: 5
                """.formatted(cards.python()));
        Path script = ClusterYaml.script(dir, "tasks.py", TASKS);

        assertThat(manta.run("doctor", yaml.toString()).succeeded().out()).contains("2 GPUs (2 x NVIDIA H200)");
        assertThat(manta.run("up", yaml.toString()).succeeded().err()).contains("2 GPUs (2 x NVIDIA H200)");
        Process job = manta.start("submit", "gpus", script.toString());
        await(
                "the third task is explained",
                Duration.ofMinutes(2),
                () -> manta.run("explain", "gpus").out().contains("this machine has 2 GPUs, in use by cluster gpus"));
        await("the job is done", Duration.ofMinutes(2), () -> !job.isAlive());

        assertThat(Arrays.asList(manta.output(job).split("\n")))
                .contains("CARDS ['0', '1']", "NODES 2", "COUNTED 2.0", "HEAD False False", "WAITING 1");
        assertThat(count(manta.events("gpus"), "NODE_REQUESTED"))
                .as("the head and two")
                .isEqualTo(3);
        await("the cards are given back", Duration.ofMinutes(2), () -> count(manta.events("gpus"), "NODE_GONE") == 2);
        manta.run("down", "gpus", "-y").succeeded();
        assertThat(manta.processes()).isEmpty();
    }
}
