package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.gcp.tpu.PodRunner;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** TPU pods beside instances: one machine each, however many hosts they have. */
final class TpuTest {
    private static ClusterConfig pods(GcpWorld world, Map<String, Object> accelerator) {
        var node = new java.util.LinkedHashMap<String, Object>(accelerator);
        node.put("runtimeVersion", "tpu-ubuntu2204-base");
        return GcpWorld.withWorkers(world.config("tpu"), node);
    }

    private static void down(GcpNodeProvider provider) throws Exception {
        provider.terminate(provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", () -> provider.list(Look.USUAL), List::isEmpty);
        provider.cleanUp();
    }

    @Test
    void aPodIsOneMachineWithOneAddressTagsAndAnEnd() throws Exception {
        try (var world = new GcpWorld(Map.of("availability_zone", "us-west1-b"))) {
            ClusterConfig config = pods(world, Map.of("acceleratorType", "v2-8"));
            try (GcpNodeProvider provider = world.open(config, world.newWire())) {
                provider.prepare(config, Progress.NONE);
                provider.launch(Specs.request(Specs.head(config, "h-1")));
                Machine pod =
                        provider.launch(Specs.workers(config, "n-1")).created().getFirst();
                Machine again =
                        provider.launch(Specs.workers(config, "n-1")).created().getFirst();
                assertThat(again.id()).isEqualTo(pod.id());
                assertThat(provider.list(Look.USUAL)).hasSize(2);
                assertThat(pod.offer().orElseThrow().variant()).isEqualTo("v2-8");

                provider.tag(Map.of(pod.id(), Map.of("ray-node-status", "up-to-date")));
                Machine seen = Eventually.eventually(
                                Duration.ofSeconds(10),
                                "the pod runs",
                                () -> provider.list(Look.USUAL),
                                list -> list.stream().allMatch(m -> m.state() == Machine.MachineState.RUNNING))
                        .stream()
                        .filter(m -> m.id().equals(pod.id()))
                        .findFirst()
                        .orElseThrow();
                assertThat(seen.tags())
                        .containsEntry("ray-node-status", "up-to-date")
                        .containsEntry("manta-node-id", "n-1");
                assertThat(provider.reach(seen)).isInstanceOf(Reach.Ssh.class);
                down(provider);
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void aFullZoneIsNoCapacityAndTheHeadsAccountMayMakePods() throws Exception {
        try (var world = new GcpWorld(Map.of("availability_zone", "us-west1-b"))) {
            ClusterConfig config = pods(world, Map.of("acceleratorType", "v2-8"));
            world.arrange("{\"capacity\": {\"us-west1-b/tpu\": 0}}");
            try (GcpNodeProvider provider = world.open(config, world.newWire())) {
                provider.prepare(config, Progress.NONE);
                assertThatThrownBy(() -> provider.launch(Specs.workers(config, "n-1")))
                        .isInstanceOfSatisfying(
                                ProviderException.class,
                                e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY));
                assertThat(provider.features().policies(config).get("head")).contains("roles/tpu.admin");
                provider.cleanUp();
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void aTopologyIsNamedAsRayNamesItAndItsFirstHostIsFoundByIt() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = pods(world, Map.of("acceleratorConfig", Map.of("type", "V4", "topology", "2x2x2")));
            try (GcpNodeProvider provider = world.open(config, world.newWire())) {
                assertThat(provider.features().offers(Configs.WORKER))
                        .extracting(Offer::variant)
                        .containsExactly("v4-16");
                assertThat(provider.features()
                                .complete(config)
                                .nodeType(Configs.WORKER)
                                .resources()
                                .amounts())
                        .containsEntry("TPU-v4-16-head", 1L);
            }
        }
    }

    @Test
    void commandsGoToAllHostsAndOnlyTheFirstIsThePodsHead() throws Exception {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        var pod = new PodRunner(List.of(new Host("a", 0, ran), new Host("b", 3, ran)));
        var said = Collections.synchronizedList(new ArrayList<String>());
        CommandResult result = pod.run(
                Command.of("ray start")
                        .withEnvironment(Map.of(
                                "RAY_OVERRIDE_RESOURCES", "{\"CPU\":4,\"TPU\":4,\"TPU-v4-16-head\":1}", "X", "y")),
                said::add);

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(ran)
                .containsExactlyInAnyOrder(
                        "a ray start {\"CPU\":4,\"TPU\":4,\"TPU-v4-16-head\":1}", "b ray start {\"CPU\":4,\"TPU\":4}");
        assertThat(said).containsExactlyInAnyOrder("from a", "host 1: from b");
    }

    /** Notes what it is asked to do. */
    private record Host(String name, int exitCode, List<String> ran) implements CommandRunner {
        @Override
        public CommandResult run(Command command, OutputSink output) {
            ran.add(name + " " + command.script() + " " + command.environment().get("RAY_OVERRIDE_RESOURCES"));
            output.line("from " + name);
            return new CommandResult(exitCode);
        }

        @Override
        public CommandResult interactive(Command command, List<PortForward> forwards) {
            return new CommandResult(0);
        }

        @Override
        public void upload(FileTransfer transfer, OutputSink output) {
            ran.add(name + " gets " + transfer.remote());
        }

        @Override
        public void download(FileTransfer transfer, OutputSink output) {
            ran.add(name + " gives " + transfer.remote());
        }

        @Override
        public String shellHint() {
            return "ssh " + name;
        }
    }
}
