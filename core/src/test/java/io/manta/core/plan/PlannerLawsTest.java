package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Action.Drain;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeType;
import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What holds for every plan, tried on thousands of clusters; the seed of a failure is in its message. */
class PlannerLawsTest {
    private static final int SEEDS = 2_500;

    private static void forAll(int seeds, LongConsumer law) {
        for (long seed = 0; seed < seeds; seed++) {
            try {
                law.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static Snapshot snapshot(long seed) {
        return new RandomWorld(seed).make().snapshot();
    }

    private static Plan plan(Snapshot snapshot) {
        return new DefaultPlanner().plan(snapshot);
    }

    private static Map<NodeId, Node> byId(Snapshot snapshot) {
        return snapshot.nodes().stream().collect(Collectors.toMap(Node::id, n -> n));
    }

    @Test
    void limitsAreNeverExceededByWhatIsLaunched() {
        forAll(SEEDS, seed -> {
            Snapshot snapshot = snapshot(seed);
            Plan plan = plan(snapshot);
            Set<NodeId> ended = ended(plan);
            var counts = new HashMap<String, Integer>();
            int workers = 0;
            for (Node node : snapshot.nodes()) {
                if (!node.isHead() && node.state().isAlive() && !ended.contains(node.id())) {
                    counts.merge(node.type(), 1, Integer::sum);
                    workers++;
                }
            }
            for (Launch launch : launches(plan)) {
                if (launch.cause() != Action.LaunchCause.HEAD) {
                    int max = snapshot.config().nodeType(launch.nodeType()).maxWorkers();
                    assertThat(counts.merge(launch.nodeType(), launch.count(), Integer::sum))
                            .as(launch.nodeType())
                            .isLessThanOrEqualTo(max);
                    workers += launch.count();
                    assertThat(workers)
                            .as("workers")
                            .isLessThanOrEqualTo(snapshot.config().maxWorkers());
                }
            }
        });
    }

    @Test
    void theMinimumIsReachedOrItIsSaidWhyNot() {
        forAll(SEEDS, seed -> {
            Snapshot snapshot = snapshot(seed);
            Plan plan = plan(snapshot);
            Set<NodeId> leaving = new HashSet<>(ended(plan));
            plan.actions().forEach(a -> {
                if (a instanceof Drain d) {
                    leaving.add(d.node());
                }
            });
            for (NodeType type : snapshot.config().nodeTypes().values()) {
                long there = snapshot.nodes().stream()
                        .filter(n -> n.type().equals(type.name()) && !n.isHead() && !leaving.contains(n.id()))
                        .filter(n ->
                                n.state().isComing() || n.state() == NodeState.RUNNING || n.state() == NodeState.FAILED)
                        .count();
                long coming = launches(plan).stream()
                        .filter(l -> l.nodeType().equals(type.name()))
                        .mapToInt(Launch::count)
                        .sum();
                boolean said = plan.unmet().stream()
                        .anyMatch(u ->
                                u.kind() == Plan.UnmetKind.MINIMUM && u.what().endsWith(" " + type.name()));
                boolean replaced =
                        plan.actions().stream().anyMatch(a -> a instanceof Drain d && d.cause() == EndCause.OUTDATED);
                assertThat(there + coming >= type.minWorkers() || said || replaced)
                        .as("%s has %s and %s coming", type.name(), there, coming)
                        .isTrue();
            }
        });
    }

    @Test
    void busyNodesAndTheHeadAreNeverEnded() {
        forAll(SEEDS, seed -> {
            Snapshot snapshot = snapshot(seed);
            var nodes = byId(snapshot);
            for (Action action : plan(snapshot).actions()) {
                Optional<NodeId> id = switch (action) {
                    case Drain d when d.cause() != EndCause.INTERRUPTED -> Optional.of(d.node());
                    case Terminate t -> Optional.of(t.node());
                    case Drain d -> Optional.empty();
                    case Launch l -> Optional.empty();
                    case SetUp s -> Optional.empty();
                    case Action.AskAgain a -> Optional.empty();
                    case Action.EndMachine e -> Optional.empty();
                    case Action.Pause p -> Optional.empty();
                };
                if (id.isPresent()) {
                    Node node = Objects.requireNonNull(nodes.get(id.get()));
                    assertThat(node.isHead()).isFalse();
                    boolean busy = node.state() == NodeState.RUNNING
                            && node.ray()
                                    .filter(r -> r.status() == io.manta.spi.ray.RayNode.RayStatus.RUNNING)
                                    .isPresent();
                    assertThat(busy).as("%s is busy", id.get()).isFalse();
                }
            }
        });
    }

    @Test
    void nothingThatServesIsEndedWhileRayCannotBeAsked() {
        forAll(SEEDS, seed -> {
            var world = new RandomWorld(seed).make();
            world.rayReachable = false;
            world.demand = Demand.NONE;
            Snapshot snapshot = world.snapshot();
            var nodes = byId(snapshot);
            for (Action action : plan(snapshot).actions()) {
                assertThat(action).isNotInstanceOf(Drain.class);
                if (action instanceof Terminate t) {
                    assertThat(Objects.requireNonNull(nodes.get(t.node())).state())
                            .isNotEqualTo(NodeState.RUNNING);
                }
            }
        });
    }

    @Test
    void theOrderOfTheInputDoesNotMatter() {
        forAll(SEEDS / 4, seed -> {
            Snapshot snapshot = snapshot(seed);
            var random = new Random(seed);
            var nodes = new ArrayList<>(snapshot.nodes());
            var requests = new ArrayList<>(snapshot.demand().requests());
            var gangs = new ArrayList<>(snapshot.demand().gangs());
            Collections.shuffle(nodes, random);
            Collections.shuffle(requests, random);
            Collections.shuffle(gangs, random);
            var shuffled = new Snapshot(
                    snapshot.config(),
                    snapshot.goal(),
                    nodes,
                    new Demand(requests, gangs, snapshot.demand().floor()),
                    snapshot.rayReachable(),
                    snapshot.offers(),
                    snapshot.cooldowns(),
                    snapshot.settings(),
                    snapshot.now());
            assertThat(essence(plan(shuffled))).isEqualTo(essence(plan(snapshot)));
        });
    }

    /** Words may list demand in the order it came in. */
    private static List<String> essence(Plan plan) {
        return plan.actions().stream()
                .map(a -> switch (a) {
                    case Launch l -> l.nodeType() + " x " + l.count() + " " + l.offer() + " " + l.cause();
                    case SetUp s -> s.toString();
                    case Drain d -> d.toString();
                    case Terminate t -> t.toString();
                    case Action.AskAgain again -> again.toString();
                    case Action.EndMachine e -> e.toString();
                    case Action.Pause p -> p.nodeType() + " " + p.until();
                })
                .toList();
    }

    private static List<Launch> launches(Plan plan) {
        return plan.actions().stream()
                .filter(Launch.class::isInstance)
                .map(Launch.class::cast)
                .toList();
    }

    private static Set<NodeId> ended(Plan plan) {
        return plan.actions().stream()
                .filter(Terminate.class::isInstance)
                .map(a -> ((Terminate) a).node())
                .collect(Collectors.toSet());
    }
}
