package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.DemandHistory.Like;
import io.manta.core.schedule.Weights;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Demand that nodes were launched for is not counted twice. A node that has just joined shows at once what is in use on it,
 * while the tasks that use it stay in the list of pending ones until their worker processes run, which takes seconds. So
 * what was pending before the node joined, fits into what is in use there, and has not stopped waiting since, is taken to
 * run there already. Tasks that came later count at once.
 */
final class JustJoined {
    /** How long worker processes may take to start on a machine that is busy with starting them. */
    private static final Duration SETTLING = Duration.ofSeconds(30);

    private final Snapshot snapshot;
    private final List<Place> places = new ArrayList<>();
    private final Map<Like, Long> pending = new HashMap<>();

    /** What is in use on one node and not yet explained. */
    private static final class Place {
        final Instant joined;
        final Map<String, String> labels;
        Resources inUse;

        Place(Instant joined, RayNode ray) {
            this.joined = joined;
            this.labels = ray.labels();
            inUse = ray.total().minus(ray.available());
        }

        long fit(Like like) {
            if (LabelSelector.rank(like.selectors(), labels) < 0) {
                return 0;
            }
            long fit = Long.MAX_VALUE;
            for (var need : like.shape().units().entrySet()) {
                fit = Math.min(fit, Math.max(0, inUse.get(need.getKey())) / need.getValue());
            }
            return like.shape().isEmpty() ? 0 : fit;
        }

        void explain(Like like, long count) {
            inUse = inUse.plus(like.shape(), -count);
        }
    }

    JustJoined(Snapshot snapshot, List<Node> serving) {
        this.snapshot = snapshot;
        snapshot.demand().requests().forEach(r -> pending.merge(Like.of(r), r.count(), Long::sum));
        serving.stream()
                .filter(n -> !n.isHead() && n.since().plus(DemandHistory.SPAN).isAfter(snapshot.now()))
                .filter(n -> snapshot.history().reachesBefore(n.since()))
                .sorted(Comparator.comparing(Node::since).thenComparing(Node::id))
                .forEach(n -> n.ray()
                        .filter(r -> !r.total().equals(r.available()))
                        .ifPresent(r -> places.add(new Place(n.since(), r))));
    }

    /** The demand without what runs already; entries keep their positions. */
    Demand stillWaiting() {
        Demand demand = snapshot.demand();
        if (places.isEmpty() || pending.isEmpty()) {
            return demand;
        }
        List<Like> likes = pending.keySet().stream()
                .sorted(Comparator.<Like>comparingDouble(l -> -Weights.of(l.shape()))
                        .thenComparing(Like::toString))
                .toList();
        likes.forEach(this::explainByWhatStoppedWaiting);
        var running = new HashMap<Like, Long>();
        likes.forEach(like -> running.put(like, startingUp(like)));
        return new Demand(
                demand.requests().stream().map(r -> less(r, running)).toList(), demand.gangs(), demand.floor());
    }

    /** What stopped waiting after a node had joined runs on it; on the one that joined first, if it could be several. */
    private void explainByWhatStoppedWaiting(Like like) {
        List<DemandHistory.Change> changes = snapshot.history().changes(like);
        var stopped = new long[changes.size()];
        for (int i = 0; i < stopped.length; i++) {
            stopped[i] = Math.max(0, -changes.get(i).by());
        }
        for (Place place : places) {
            for (int i = 0; i < stopped.length; i++) {
                // A node counts as joined from the report on that shows it, which may be short of its tasks already.
                if (!changes.get(i).at().isBefore(place.joined)) {
                    long here = Math.min(stopped[i], place.fit(like));
                    place.explain(like, here);
                    stopped[i] -= here;
                }
            }
        }
    }

    private long startingUp(Like like) {
        long all = Optional.ofNullable(pending.get(like)).orElse(0L);
        long running = 0;
        for (Place place : places) {
            if (!place.joined.plus(SETTLING).isAfter(snapshot.now())) {
                continue;
            }
            long old = all - snapshot.history().cameSince(like, place.joined) - running;
            long here = Math.max(0, Math.min(old, place.fit(like)));
            place.explain(like, here);
            running += here;
        }
        return running;
    }

    private static Demand.Request less(Demand.Request request, Map<Like, Long> running) {
        Like like = Like.of(request);
        long run = Math.min(request.count(), running.getOrDefault(like, 0L));
        running.merge(like, -run, Long::sum);
        return new Demand.Request(request.shape(), request.selectors(), request.count() - run);
    }
}
