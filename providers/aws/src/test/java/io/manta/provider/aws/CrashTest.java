package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Machine;
import io.manta.core.port.NodeProvider;
import io.manta.core.port.Progress;
import io.manta.core.port.ProviderException;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A process that dies at any call to AWS leaves what the next one completes, or removes without a trace. */
final class CrashTest {
    private static final int SIDE_BY_SIDE = 4;

    private final Map<String, Object> network = Map.of("vpc", "make", "placement_group", "cluster");

    @Test
    void upCompletesAfterADeathAtAnyCallAndDownLeavesNothing() throws Exception {
        int tried = tryAll((at, done) -> dieInUp(at, done, Map.of()));
        System.out.println("AWS crash points of a cold up: " + tried);
        assertThat(tried).isGreaterThan(20);
    }

    @Test
    void theSameHoldsWhenANetworkIsMade() throws Exception {
        int tried = 0;
        boolean reached = true;
        for (int at = 1; reached; at += 4) {
            reached = dieInUp(at, at % 8 == 1, network);
            tried += reached ? 1 : 0;
        }
        System.out.println("AWS crash points of a cold up with a network of its own: " + tried);
        assertThat(tried).isGreaterThan(6);
    }

    @Test
    void downCompletesAfterADeathAtAnyCall() throws Exception {
        int tried = tryAll(this::dieInDown);
        System.out.println("AWS crash points of down: " + tried);
        assertThat(tried).isGreaterThan(20);
    }

    /** Dies at one call; says whether the work came so far. */
    @FunctionalInterface
    private interface Death {
        boolean at(int call, boolean done) throws Exception;
    }

    /** Some at a time, each in an account's corner of its own, until the work is shorter than that. */
    private static int tryAll(Death death) throws Exception {
        int tried = 0;
        for (boolean done : new boolean[] {false, true}) {
            boolean reached = true;
            for (int first = 1; reached; first += SIDE_BY_SIDE) {
                var outcomes = new ArrayList<Future<Boolean>>();
                try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int at = first; at < first + SIDE_BY_SIDE; at++) {
                        int call = at;
                        outcomes.add(threads.submit(() -> death.at(call, done)));
                    }
                }
                for (Future<Boolean> outcome : outcomes) {
                    reached &= outcome.get();
                    tried += outcome.get() ? 1 : 0;
                }
            }
        }
        return tried;
    }

    /** Whether the death came before the work was done. */
    private boolean dieInUp(int at, boolean done, Map<String, Object> settings) throws Exception {
        try (var world = new AwsWorld(settings)) {
            ClusterConfig config = world.config("up" + at);
            AwsProxy proxy = dyingAt(world, at, done);
            boolean died = false;
            try (NodeProvider doomed = world.open(config, proxy)) {
                up(doomed, config);
            } catch (ProviderException e) {
                died = proxy.isDead();
                assertThat(died).as("at %s: %s", at, e.problem()).isTrue();
            }
            try (NodeProvider next = world.open(config)) {
                up(next, config);
                assertThat(live(next))
                        .as("after a death at call %s (done: %s)", at, done)
                        .containsExactlyInAnyOrder("h-1", "n-1", "n-2");
                down(next);
            }
            assertThat(world.remains(config))
                    .as("after a death at call %s (done: %s)", at, done)
                    .isEmpty();
            return died;
        }
    }

    private boolean dieInDown(int at, boolean done) throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("down" + at);
            try (NodeProvider provider = world.open(config)) {
                up(provider, config);
            }
            AwsProxy proxy = dyingAt(world, at, done);
            boolean died = false;
            try (NodeProvider doomed = world.open(config, proxy)) {
                down(doomed);
            } catch (ProviderException e) {
                died = proxy.isDead();
                assertThat(died).as("at %s: %s", at, e.problem()).isTrue();
            }
            try (NodeProvider next = world.open(config)) {
                down(next);
            }
            assertThat(world.remains(config))
                    .as("after a death at call %s (done: %s)", at, done)
                    .isEmpty();
            return died;
        }
    }

    private static AwsProxy dyingAt(AwsWorld world, int at, boolean done) throws Exception {
        world.proxy();
        AwsProxy proxy = world.proxy();
        proxy.script(call -> call.number() == at ? new AwsProxy.Act.Die(done) : new AwsProxy.Act.Pass());
        return proxy;
    }

    private static void up(NodeProvider provider, ClusterConfig config) throws Exception {
        provider.prepare(config, Progress.NONE);
        var head = provider.launch(Specs.request(Specs.head(config, "h-1")));
        var workers = provider.launch(Specs.workers(config, "n-1", "n-2"));
        assertThat(workers.shortfall()).isEmpty();
        provider.tag(Map.of(head.created().getFirst().id(), Map.of("ray-node-status", "up-to-date")));
    }

    private static void down(NodeProvider provider) throws Exception {
        provider.terminate(provider.list().stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", provider::list, List::isEmpty);
        provider.cleanUp();
    }

    private static List<String> live(NodeProvider provider) throws Exception {
        return provider.list().stream()
                .filter(Machine::isLive)
                .map(machine -> machine.nodeId().value())
                .toList();
    }
}
