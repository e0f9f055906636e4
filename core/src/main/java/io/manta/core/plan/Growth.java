package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.LaunchCause;
import io.manta.core.schedule.ImplicitResources;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Rules;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Room;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is launched in a round. Limits are checked here and nowhere else; {@code Launch} actions can only come from here.
 *
 * <p>Upscaling speed: nodes wanted only for single requests may bring the nodes of a type that are on their way to at most
 * max(5, speed x running), the more generous of the two rules Ray has known. Minimum, floor and gangs are not held back:
 * half of a gang serves nobody.
 */
final class Growth {
    private static final int FREE_PENDING = 5;
    private static final int TOP_UP = 20;

    final List<Launch> launches = new ArrayList<>();
    final List<Host> planned = new ArrayList<>();
    final List<Plan.Unmet> unmet = new ArrayList<>();

    private final Snapshot snapshot;
    private final OfferBoard board;
    private final Map<String, Integer> alive = new HashMap<>();
    private final Map<String, Integer> pending = new HashMap<>();
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Integer> overType = new HashMap<>();
    private int overCluster;
    private int workers;
    private Room room;
    // As they were when the problem was posed: launches since then are part of its answer.
    private final Map<String, Integer> posedLimits = new HashMap<>();
    private Room posedRoom = Room.UNLIMITED;

    Growth(Snapshot snapshot, OfferBoard board, LiveWorkers live, Iterable<Node> present) {
        this.snapshot = snapshot;
        this.board = board;
        this.room = snapshot.room();
        this.workers = live.all;
        this.alive.putAll(live.byType);
        for (Node node : present) {
            NodeType type = snapshot.config().nodeTypes().get(node.type());
            if (type != null && node.machine().isEmpty()) {
                // Asked for, so it may have its share in the next moment; the provider does not count it yet.
                room = room.less(type.resources(), 1);
            }
            if (!node.isHead()) {
                (node.state().isComing() ? pending : running).merge(node.type(), 1, Integer::sum);
            }
        }
    }

    void head() {
        NodeType type = snapshot.config().head();
        List<Offer> offers = board.open(type.name(), NodeRole.HEAD);
        if (offers.isEmpty()) {
            unmet.add(minimum("the head", 1, board.skipped(type.name(), NodeRole.HEAD)));
        } else if (room.holds(type.resources()) == 0) {
            unmet.add(minimum("the head", 1, room.reason(type.resources()).orElseThrow()));
        } else {
            room = room.less(type.resources(), 1);
            launches.add(
                    new Launch(NodeRole.HEAD, type.name(), offers, 1, LaunchCause.HEAD, "the cluster has no head"));
            planned.add(host("planned-head", type));
        }
    }

    /** Brings a type to {@code wanted} more nodes, as far as limits allow. */
    void minimum(NodeType type, int wanted) {
        int room = Math.min(wanted, stock(type).limit());
        int count = Math.min(room, roomInCluster());
        if (count < wanted) {
            String why = count < room ? clusterIsFull() : stock(type).limitReason();
            unmet.add(minimum("min_workers of type " + type.name(), wanted - count, why));
        }
        for (int i = 0; i < count; i++) {
            planned.add(host("planned-" + type.name() + "-" + i, type));
        }
        launch(
                type.name(),
                count,
                LaunchCause.MIN_WORKERS,
                "min_workers of type " + type.name() + " is " + type.minWorkers() + ", " + (type.minWorkers() - wanted)
                        + " are there or coming");
    }

    List<Stock> stock() {
        posedRoom = room;
        snapshot.config().nodeTypes().values().forEach(type -> posedLimits.put(type.name(), roomOf(type)));
        return snapshot.config().nodeTypes().values().stream().map(this::stock).toList();
    }

    /** What is to be scheduled now; launches decided from here on come out of this. */
    SchedulingProblem problem(List<Host> hosts, Demand demand) {
        overCluster = Math.max(0, workers - snapshot.config().maxWorkers());
        snapshot.config().nodeTypes().values().forEach(type -> {
            int over = alive.getOrDefault(type.name(), 0) - type.maxWorkers();
            overType.put(type.name(), Math.max(0, over));
        });
        return new SchedulingProblem(hosts, stock(), roomInCluster(), demand, Rules.SERVE_MOST);
    }

    /** The same problem after these hosts have gone and made room within the limits. */
    SchedulingProblem without(SchedulingProblem problem, Set<String> gone) {
        var hosts = new ArrayList<Host>();
        var left = new ArrayList<String>();
        problem.hosts().forEach(host -> {
            if (gone.contains(host.id())) {
                left.add(host.type());
            } else {
                hosts.add(host);
            }
        });
        return withRoom(problem, hosts, left);
    }

    /** The same problem after nodes that are no longer capacity have made room. */
    SchedulingProblem after(SchedulingProblem problem, List<Node> departing) {
        return withRoom(
                problem, problem.hosts(), departing.stream().map(Node::type).toList());
    }

    /** What the user allows, as far as what is shared suffices for it. */
    private int limitThen(Stock stock, int gone, Room given) {
        int allowed = Math.max(stock.limit(), posedLimits.getOrDefault(stock.type(), 0));
        return Math.min(allowed + beyond(gone, overType.get(stock.type())), given.holds(stock.resources()));
    }

    private SchedulingProblem withRoom(SchedulingProblem problem, List<Host> hosts, List<String> typesLeft) {
        var left = new HashMap<String, Integer>();
        typesLeft.forEach(type -> left.merge(type, 1, Integer::sum));
        Room roomThen = posedRoom;
        for (var entry : left.entrySet()) {
            NodeType type = snapshot.config().nodeTypes().get(entry.getKey());
            roomThen = type == null ? roomThen : roomThen.less(type.resources(), -entry.getValue());
        }
        Room given = roomThen;
        var stock = problem.stock().stream()
                .map(s -> board.blocked(s.type()).isPresent()
                        ? s
                        : s.withLimit(limitThen(s, left.getOrDefault(s.type(), 0), given)))
                .toList();
        int maxNew = problem.maxNew() + beyond(typesLeft.size(), overCluster);
        return new SchedulingProblem(hosts, stock, maxNew, problem.demand(), problem.rules());
    }

    /** Nodes that go where there were too many make no room. */
    private static int beyond(int gone, @Nullable Integer tooMany) {
        return Math.max(0, gone - (tooMany == null ? 0 : tooMany));
    }

    /** Whether a type that is not blocked could hold such a piece, were there room for one more. */
    boolean canBeHad(Resources shape, List<LabelSelector> selectors) {
        return snapshot.config().nodeTypes().values().stream()
                .anyMatch(type -> type.maxWorkers() > 0
                        && LabelSelector.rank(selectors, type.labels()) >= 0
                        && ImplicitResources.without(shape).fitsIn(type.resources())
                        && board.blocked(type.name()).isEmpty());
    }

    int roomInCluster() {
        return snapshot.underway().listDoubted()
                ? 0
                : Math.max(0, snapshot.config().maxWorkers() - workers);
    }

    String clusterIsFull() {
        return snapshot.underway().listDoubted()
                ? "the provider's list lacks the head and is not believed"
                : "the cluster is at its max of " + snapshot.config().maxWorkers() + " workers";
    }

    private Stock stock(NodeType type) {
        var blocked = board.blocked(type.name());
        int allowed = roomOf(type);
        int held = room.holds(type.resources());
        Optional<String> tight = held < allowed ? room.reason(type.resources()) : Optional.empty();
        OptionalDouble price = board.open(type.name()).stream()
                .findFirst()
                .map(o -> o.pricePerHour())
                .filter(OptionalDouble::isPresent)
                .orElse(type.pricePerHour());
        return new Stock(
                type.name(),
                type.resources(),
                type.labels(),
                price,
                blocked.isPresent() ? 0 : Math.min(allowed, held),
                blocked.or(() -> tight).orElse("type " + type.name() + " is at its max of " + type.maxWorkers()),
                type.priority(),
                1);
    }

    /** By what the user allows, whatever there is room for. */
    private int roomOf(NodeType type) {
        return Math.max(0, type.maxWorkers() - alive.getOrDefault(type.name(), 0));
    }

    /** Launches what the schedule adds, less what the upscaling speed holds back for now. */
    void demand(Demand demand, Schedule schedule) {
        if (isTopUp(schedule)) {
            // What is on its way nearly suffices; Ray may place things better than we foresee, so wait and see.
            return;
        }
        var held = new TreeMap<String, Integer>();
        var wanted = new TreeMap<String, Map<LaunchCause, List<Schedule.Assignment>>>();
        schedule.assignments().stream().filter(Schedule.Assignment::added).forEach(a -> {
            boolean free = !a.bundles().isEmpty() || !a.floor().isEmpty();
            int allowed = allowedPending(a.type());
            if (!free && pending.getOrDefault(a.type(), 0) >= allowed) {
                held.merge(a.type(), 1, Integer::sum);
                return;
            }
            pending.merge(a.type(), 1, Integer::sum);
            boolean floorOnly = a.bundles().isEmpty() && a.requests().isEmpty();
            wanted.computeIfAbsent(a.type(), t -> new TreeMap<>())
                    .computeIfAbsent(
                            floorOnly ? LaunchCause.REQUEST_RESOURCES : LaunchCause.DEMAND, c -> new ArrayList<>())
                    .add(a);
        });
        wanted.forEach((type, causes) -> causes.forEach((cause, nodes) -> {
            int later = cause == LaunchCause.DEMAND ? held.getOrDefault(type, 0) : 0;
            String more = later == 0
                    ? ""
                    : "; " + later + " more follow, upscaling_speed allows " + allowedPending(type) + " at a time";
            launch(
                    type,
                    nodes.size(),
                    cause,
                    DemandWords.of(demand, nodes) + " not fit; adding " + nodes.size() + " of type " + type + more);
        }));
    }

    private boolean isTopUp(Schedule schedule) {
        int onTheirWay = pending.values().stream().mapToInt(n -> n).sum();
        var added = schedule.assignments().stream()
                .filter(Schedule.Assignment::added)
                .toList();
        return added.size() * TOP_UP <= onTheirWay
                && added.stream()
                        .allMatch(a -> a.bundles().isEmpty() && a.floor().isEmpty());
    }

    /** Launches one node that takes the place of an outdated one; false where limits leave no room for both. */
    boolean replacement(String type, String reason) {
        boolean hasRoom =
                roomInCluster() > 0 && stock(snapshot.config().nodeType(type)).limit() > 0;
        if (hasRoom) {
            launch(type, 1, LaunchCause.REPLACEMENT, reason + "; one after the other is replaced");
        }
        return hasRoom;
    }

    /** Launches what lets dearer nodes go. */
    void consolidation(Map<String, Integer> counts, String reason) {
        counts.forEach((type, count) -> launch(type, count, LaunchCause.CONSOLIDATION, reason));
    }

    private int allowedPending(String type) {
        double share = Math.ceil(snapshot.config().upscalingSpeed() * running.getOrDefault(type, 0));
        return (int) Math.min(Integer.MAX_VALUE, Math.max(FREE_PENDING, share));
    }

    private void launch(String type, int wanted, LaunchCause cause, String reason) {
        // Each type alone may fit where all that was chosen in this round together does not.
        Resources each = snapshot.config().nodeType(type).resources();
        int count = Math.min(wanted, room.holds(each));
        if (count > 0) {
            room = room.less(each, count);
            launches.add(new Launch(NodeRole.WORKER, type, board.open(type), count, cause, reason));
            alive.merge(type, count, Integer::sum);
            workers += count;
            if (cause == LaunchCause.MIN_WORKERS) {
                pending.merge(type, count, Integer::sum);
            }
        }
    }

    private static Host host(String id, NodeType type) {
        return new Host(id, type.name(), type.resources(), type.resources(), type.labels(), false);
    }

    private static Plan.Unmet minimum(String what, int count, String reason) {
        return new Plan.Unmet(Plan.UnmetKind.MINIMUM, -1, count, what, reason, false);
    }
}
