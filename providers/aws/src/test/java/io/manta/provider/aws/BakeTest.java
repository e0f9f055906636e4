package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.CrashPoints;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.Specs;
import io.manta.testkit.Trio;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Images made of machines that are set up. */
final class BakeTest {
    private static Machine machine(NodeProvider provider, ClusterConfig config, String name) throws Exception {
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.workers(config, name));
        return Eventually.eventually(
                        Duration.ofSeconds(20),
                        "it runs",
                        () -> provider.list(Look.USUAL),
                        machines -> machines.stream().anyMatch(m -> m.state() == Machine.MachineState.RUNNING))
                .getFirst();
    }

    private static ImageBakery.Image bake(NodeProvider provider, Machine machine) throws Exception {
        ImageBakery bakery = provider.features().bakery().orElseThrow();
        return Eventually.eventually(
                Duration.ofSeconds(20), "it is ready", () -> bakery.bake(machine, "f1nger"), ImageBakery.Image::ready);
    }

    @Test
    void machinesFromAnImageCarryTheSetUpThatItHolds() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig owner = world.config("cake");
            ClusterConfig oven = world.baking(owner);
            NodeProvider baking = world.open(oven);
            Machine machine = machine(baking, oven, "n-1");
            ImageBakery.Image image = bake(baking, machine);
            assertThat(bake(baking, machine)).as("asked again").isEqualTo(image);
            baking.features().bakery().orElseThrow().keep(image, owner.name());
            Trio.down(baking);
            assertThat(world.remains(oven)).isEmpty();

            assertThat(baking.features().bakery().orElseThrow().lines(image))
                    .containsExactly("node_config:", "  ImageId: " + image.id());
            ClusterConfig quick = AwsWorld.withWorkers(owner, Map.of("ImageId", image.id()));
            NodeProvider provider = world.open(quick);
            Machine worker = machine(provider, quick, "n-2");
            assertThat(worker.tags()).containsEntry(Tags.SETUP_HASH, "f1nger");
            Trio.down(provider);
            assertThat(provider.features().holdings())
                    .filteredOn(holding -> holding.kind().equals("images"))
                    .flatExtracting(Holding::names)
                    .as("data the user asked for stays")
                    .containsExactly(image.id());
            assertThat(provider.features().bakery().orElseThrow().removeKept()).containsExactly(image.id());
            assertThat(world.remains(owner)).isEmpty();
        }
    }

    @Test
    void aDeathAtAnyCallLeavesNoImageThatDownDoesNotRemove() throws Exception {
        int tried;
        try (var world = new AwsWorld()) {
            tried = CrashPoints.every((at, done) -> die(world, at, done));
        }
        System.out.println("AWS crash points of bake: " + tried);
        assertThat(tried).isGreaterThan(6);
    }

    /** Says whether death came before the image was kept. */
    private static boolean die(AwsWorld world, int at, boolean done) throws Exception {
        String death = "after a death at call " + at + " (done: " + done + ")";
        ClusterConfig owner = world.config("owner");
        ClusterConfig oven = world.baking(owner);
        NodeProvider provider = world.open(oven);
        Machine machine = machine(provider, oven, "n-" + at + done);
        FaultyWire proxy = world.proxy();
        proxy.dieAt(at, done);
        try (NodeProvider doomed = world.open(oven, proxy)) {
            ImageBakery.Image image = bake(doomed, machine);
            doomed.features().bakery().orElseThrow().keep(image, owner.name());
        } catch (ProviderException e) {
            assertThat(proxy.isDead()).as("%s", e.problem()).isTrue();
        }
        Trio.down(provider);
        assertThat(world.remains(oven)).as(death).isEmpty();
        assertThat(world.snapshots(oven)).as(death).isEmpty();
        assertThat(world.open(owner).features().bakery().orElseThrow().removeKept())
                .as("only a finished image outlives its cluster, %s", death)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(world.remains(owner)).as(death).isEmpty();
        assertThat(world.snapshots(owner)).as(death).isEmpty();
        return proxy.isDead();
    }
}
