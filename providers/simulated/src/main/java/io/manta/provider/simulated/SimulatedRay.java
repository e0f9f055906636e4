package io.manta.provider.simulated;

import io.manta.spi.model.Problem;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Ray that only keeps books: tasks wait, run on nodes with room for as long as they take, and end. Nothing happens by
 * itself; {@link #advance()} brings it up to the clock. Not safe from several threads.
 */
public final class SimulatedRay implements RayCluster {
    private final InstantSource clock;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<Resources, Waiting> waiting = new LinkedHashMap<>();
    private final PriorityQueue<Running> running =
            new PriorityQueue<>(Comparator.comparing(Running::end).thenComparingLong(Running::number));
    private final List<Double> waits = new ArrayList<>();
    private List<Demand.Request> floor = List.of();
    private boolean reachable = true;
    private long numbers;
    private long finished;
    private long lost;

    /** One node as Ray knows it. */
    private static final class Member {
        final String id;
        final String type;
        final Resources total;
        final Map<String, String> labels;
        Resources free;
        Instant idleSince;
        boolean draining;
        boolean dead;

        Member(String id, String type, Resources total, Map<String, String> labels, Instant now) {
            this.id = id;
            this.type = type;
            this.total = total;
            this.labels = labels;
            this.free = total;
            this.idleSince = now;
        }

        boolean isBusy() {
            return !free.equals(total);
        }
    }

    private static final class Waiting {
        final ArrayDeque<Task> tasks = new ArrayDeque<>();
    }

    private record Task(Resources shape, Duration takes, Instant submitted) {}

    private record Running(Task task, Member member, Instant end, long number) {}

    public SimulatedRay(InstantSource clock) {
        this.clock = clock;
    }

    /** A node has started Ray; a second time for the same id is another life of it. */
    public void join(String id, String type, Resources total, Map<String, String> labels) {
        leave(id);
        members.put(id, new Member(id, type, total, Map.copyOf(labels), clock.instant()));
    }

    /** A node's machine is gone; what ran there waits again. */
    public void leave(String id) {
        Member member = members.get(id);
        if (member == null || member.dead) {
            return;
        }
        member.dead = true;
        var back = running.stream().filter(r -> r.member() == member).toList();
        running.removeAll(back);
        lost += back.size();
        back.forEach(r -> waitingOf(r.task().shape()).tasks.addFirst(r.task()));
        member.free = member.total;
    }

    /** Only these nodes' machines still exist; the others are lost, and those dead for longer forgotten. */
    public void keepOnly(Set<String> live) {
        members.values().removeIf(m -> m.dead && !live.contains(m.id));
        members.values().stream()
                .filter(m -> !live.contains(m.id))
                .map(m -> m.id)
                .toList()
                .forEach(this::leave);
    }

    public void submit(Resources shape, long count, Duration takes) {
        for (long i = 0; i < count; i++) {
            waitingOf(shape).tasks.add(new Task(shape, takes, clock.instant()));
        }
    }

    public void requestResources(List<Demand.Request> wanted) {
        floor = List.copyOf(wanted);
    }

    /** Whether it answers. */
    public void reachable(boolean answers) {
        reachable = answers;
    }

    /** The GCS starts again: nodes and work go on, but nobody remembers who was draining. */
    public void restart() {
        members.values().forEach(m -> m.draining = false);
    }

    private Waiting waitingOf(Resources shape) {
        return waiting.computeIfAbsent(shape, s -> new Waiting());
    }

    /** Ends what has run its time, starts what finds room, lets drained nodes go. */
    public void advance() {
        Instant now = clock.instant();
        while (!running.isEmpty() && !running.peek().end().isAfter(now)) {
            Running done = running.remove();
            done.member().free = done.member().free.plus(done.task().shape());
            if (!done.member().isBusy()) {
                done.member().idleSince = done.end();
            }
            finished++;
        }
        waiting.values().forEach(w -> start(w, now));
        for (Member member : members.values()) {
            if (member.draining && !member.isBusy()) {
                member.dead = true;
            }
        }
    }

    private void start(Waiting queue, Instant now) {
        for (Member member : members.values()) {
            while (!queue.tasks.isEmpty()
                    && !member.dead
                    && !member.draining
                    && queue.tasks.peek().shape().fitsIn(member.free)) {
                Task task = queue.tasks.remove();
                member.free = member.free.minus(task.shape());
                running.add(new Running(task, member, now.plus(task.takes()), numbers++));
                waits.add(Duration.between(task.submitted(), now).toMillis() / 1000.0);
            }
            if (queue.tasks.isEmpty()) {
                return;
            }
        }
    }

    @Override
    public State state() throws RayException {
        if (!reachable) {
            throw new RayException(
                    Problem.error("SIMULATED-RAY", "Ray does not answer", "a simulated fault", "wait"),
                    new IllegalStateException("unreachable"));
        }
        Instant now = clock.instant();
        var nodes = members.values().stream().map(m -> seen(m, now)).toList();
        var requests = new ArrayList<Demand.Request>();
        waiting.forEach((shape, queue) -> {
            if (!queue.tasks.isEmpty()) {
                requests.add(new Demand.Request(shape, queue.tasks.size()));
            }
        });
        return new State(nodes, new Demand(requests, List.of(), floor), "simulated");
    }

    private static RayNode seen(Member member, Instant now) {
        RayStatus status = member.dead
                ? RayStatus.DEAD
                : member.draining ? RayStatus.DRAINING : member.isBusy() ? RayStatus.RUNNING : RayStatus.IDLE;
        Duration idle = status == RayStatus.IDLE ? Duration.between(member.idleSince, now) : Duration.ZERO;
        return new RayNode(
                "ray-" + member.id,
                member.id,
                member.type,
                status,
                member.total,
                member.dead ? Resources.NONE : member.free,
                member.labels,
                idle,
                "",
                List.of());
    }

    @Override
    public DrainReply drain(String rayId, DrainReason reason, String message, Optional<Instant> deadline) {
        Member member = members.get(rayId.substring("ray-".length()));
        if (member == null || (reason == DrainReason.IDLE && member.isBusy())) {
            return new DrainReply(false, "the node is busy");
        }
        member.draining = true;
        return new DrainReply(true, "");
    }

    @Override
    public void report(AutoscalerReport report) {
        // Nobody reads it here.
    }

    public long waitingTasks() {
        return waiting.values().stream().mapToLong(w -> w.tasks.size()).sum();
    }

    public long finishedTasks() {
        return finished;
    }

    /** Tasks that had to run again because their node went away. */
    public long restartedTasks() {
        return lost;
    }

    /** Seconds from submission to start, of every start so far. */
    public List<Double> waits() {
        return List.copyOf(waits);
    }

    /** Capacity and use of one resource over all live nodes. */
    public Map<String, Double> usage(String resource) {
        double total = 0;
        double free = 0;
        for (Member member : members.values()) {
            if (!member.dead) {
                total += member.total.amount(resource);
                free += member.free.amount(resource);
            }
        }
        return new TreeMap<>(Map.of("total", total, "used", total - free));
    }
}
