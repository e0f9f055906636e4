package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.Action.EndCause;
import io.manta.core.plan.Action.Launch;
import io.manta.core.plan.Action.SetUp;
import io.manta.core.plan.Action.Terminate;
import io.manta.core.schedule.CostAwareScheduler;
import io.manta.core.schedule.DemandScheduler;
import io.manta.core.schedule.ImplicitResources;
import io.manta.core.schedule.Schedule;
import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The planner. A round goes: nodes in trouble, limits, the head, minimum, demand, idle nodes. The head is ended only by the
 * goal DOWN; a busy worker is never ended except by a goal; nothing is scaled down while Ray cannot be asked.
 */
public final class DefaultPlanner implements Planner {
    private final DemandScheduler scheduler;

    public DefaultPlanner(DemandScheduler scheduler) {
        this.scheduler = scheduler;
    }

    public DefaultPlanner() {
        this(new CostAwareScheduler());
    }

    @Override
    public Plan plan(Snapshot snapshot) {
        return switch (snapshot.goal()) {
            case DOWN -> down(snapshot);
            case HEAD_ONLY -> headOnly(snapshot);
            case MINIMUM -> of(minimum(snapshot), a -> !(a instanceof SetUp s) || isNewHead(snapshot, s));
            case RUN -> run(snapshot);
            case BRING_UP -> of(run(snapshot), a -> !(a instanceof SetUp s) || isNewHead(snapshot, s));
            case ASSIST -> of(run(snapshot), a -> a instanceof SetUp s && !isHead(snapshot, s));
        };
    }

    private static Plan of(Plan plan, Predicate<Action> own) {
        return new Plan(plan.actions().stream().filter(own).toList(), plan.unmet(), plan.kept(), plan.notable());
    }

    private static Plan down(Snapshot snapshot) {
        var actions = new ArrayList<>(end(snapshot.nodes().stream(), "the cluster is taken down"));
        actions.addAll(new Endings(snapshot).actions());
        return new Plan(actions, List.of(), Map.of());
    }

    private static List<Action> end(Stream<Node> nodes, String reason) {
        return nodes.filter(n -> n.state().isAlive())
                .sorted(Comparator.comparing(Node::isHead).thenComparing(Node::id))
                .<Action>map(n -> new Terminate(n.id(), EndCause.DOWN, reason))
                .toList();
    }

    private static Plan headOnly(Snapshot snapshot) {
        var triage = new Triage(snapshot, new TerminationBudget(snapshot));
        var live = new LiveWorkers(snapshot, triage.ending());
        var growth = new Growth(snapshot, new OfferBoard(snapshot, triage.pauses), live, List.of());
        if (!triage.hasHead()) {
            growth.head();
        }
        var actions = new ArrayList<Action>(growth.launches);
        triage.actions.stream()
                .filter(a -> a instanceof SetUp s && isNewHead(snapshot, s))
                .forEach(actions::add);
        actions.addAll(new Endings(snapshot).actions());
        actions.addAll(end(snapshot.nodes().stream().filter(n -> !n.isHead()), "only the head is wanted"));
        return new Plan(actions, growth.unmet, Map.of());
    }

    private static boolean isHead(Snapshot snapshot, SetUp setUp) {
        return snapshot.nodes().stream().anyMatch(n -> n.isHead() && n.id().equals(setUp.node()));
    }

    /** Whoever waits for the head is told of its first failure; only the daemon tries again by itself. */
    private static boolean isNewHead(Snapshot snapshot, SetUp setUp) {
        return snapshot.nodes().stream().anyMatch(n -> n.isHead() && n.failures() == 0 && n.id().equals(setUp.node()));
    }

    private static Plan minimum(Snapshot snapshot) {
        var budget = new TerminationBudget(snapshot);
        var triage = new Triage(snapshot, budget);
        var actions = new ArrayList<Action>();
        for (NodeType type : snapshot.config().nodeTypes().values()) {
            var members = Stream.concat(triage.coming.stream(), triage.serving.stream())
                    .filter(n -> !n.isHead() && n.type().equals(type.name()))
                    .sorted(Surplus.LEAST_MISSED_FIRST)
                    .toList();
            var beyond = members.subList(0, Math.max(0, members.size() - type.minWorkers()));
            actions.addAll(end(beyond.stream(), "only min_workers are wanted"));
            triage.coming.removeAll(beyond);
            triage.serving.removeAll(beyond);
        }
        var unknown = triage.serving.stream()
                .filter(n -> !snapshot.config().nodeTypes().containsKey(n.type()))
                .toList();
        actions.addAll(end(unknown.stream(), "only min_workers are wanted"));
        var ended = actions.stream().map(a -> ((Terminate) a).node()).collect(Collectors.toSet());
        triage.actions.removeIf(a -> a instanceof SetUp s && ended.contains(s.node()));
        var growth = grow(snapshot, triage);
        return new Plan(ordered(growth.launches, triage, actions), growth.unmet, triage.kept, triage.notable);
    }

    private Plan run(Snapshot snapshot) {
        var budget = new TerminationBudget(snapshot);
        var triage = new Triage(snapshot, budget);
        new Surplus(snapshot, triage).end();
        var growth = grow(snapshot, triage);
        var demand = new JustJoined(snapshot, triage.serving).stillWaiting();
        var problem = ImplicitResources.writtenOut(growth.problem(hosts(snapshot, triage, growth), demand));
        var schedule = scheduler.schedule(problem);
        growth.demand(demand, schedule);
        var prospects = List.<Prospect>of();
        List<Action> ends = List.of();
        if (snapshot.rayReachable()) {
            Set<String> needed = needed(schedule);
            if (snapshot.settings().consolidate()) {
                needed.addAll(new Consolidation(scheduler, problem, triage).keepOrReplace(schedule, growth));
            }
            var room = new MakingRoom(scheduler, growth, triage, problem, schedule);
            needed.removeAll(room.exchanged());
            var shrink = new Shrink(snapshot, triage, budget, growth);
            ends = shrink.confirmed(shrink.end(needed), room::canSpare);
            prospects = room.prospects(Shrink.idleAboveMinimum(snapshot, triage));
        }
        var unmet = new ArrayList<>(growth.unmet);
        unmet.addAll(new UnmetReasons(problem, schedule, growth.clusterIsFull(), prospects).all());
        return new Plan(ordered(growth.launches, triage, ends), unmet, triage.kept, triage.notable);
    }

    static Set<String> needed(Schedule schedule) {
        return schedule.assignments().stream()
                .filter(a -> !a.isEmpty())
                .map(Schedule.Assignment::node)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** The head and the minimum. */
    private static Growth grow(Snapshot snapshot, Triage triage) {
        var present = new ArrayList<>(triage.serving);
        present.addAll(triage.coming);
        var all = new ArrayList<>(present);
        all.addAll(triage.leaving);
        var live = new LiveWorkers(snapshot, triage.ending());
        var growth = new Growth(snapshot, new OfferBoard(snapshot, triage.pauses), live, all);
        if (!triage.hasHead()) {
            growth.head();
        }
        for (NodeType type : snapshot.config().nodeTypes().values()) {
            long there = present.stream()
                    .filter(n -> !n.isHead() && n.type().equals(type.name()))
                    .count();
            if (there < type.minWorkers()) {
                growth.minimum(type, (int) (type.minWorkers() - there));
            }
        }
        return growth;
    }

    private static List<Host> hosts(Snapshot snapshot, Triage triage, Growth growth) {
        var hosts = new ArrayList<Host>();
        Set<NodeId> spares = Shrink.spares(snapshot, triage);
        for (Node node : triage.serving) {
            node.ray()
                    .ifPresent(ray -> hosts.add(new Host(
                            node.id().value(),
                            node.type(),
                            ray.total(),
                            ray.available(),
                            ray.labels(),
                            spares.contains(node.id()))));
        }
        for (Node node : triage.coming) {
            NodeType type = snapshot.config().nodeTypes().get(node.type());
            if (type != null) {
                Resources all = node.ray().map(RayNode::total).orElse(type.resources());
                hosts.add(new Host(node.id().value(), node.type(), all, all, type.labels(), false));
            }
        }
        hosts.addAll(growth.planned);
        return hosts;
    }

    private static List<Action> ordered(List<Launch> launches, Triage triage, List<Action> ends) {
        var all = new ArrayList<Action>(launches);
        all.addAll(triage.actions);
        all.addAll(ends);
        all.addAll(triage.pauses.begun());
        all.sort(Comparator.comparingInt(a -> switch (a) {
            case Launch launch -> 0;
            case Action.AskAgain ask -> 0;
            case SetUp setUp -> 1;
            case Action.Drain drain -> 2;
            case Terminate terminate -> 3;
            case Action.EndMachine end -> 3;
            case Action.Pause pause -> 4;
        }));
        return all;
    }
}
