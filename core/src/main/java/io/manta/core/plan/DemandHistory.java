package io.manta.core.plan;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What Ray has reported as pending in the last minute, a report for each change, the oldest first. It tells tasks that have
 * been waiting from those that are new, and what has stopped waiting.
 */
public record DemandHistory(List<Report> reports) {
    public static final DemandHistory NONE = new DemandHistory(List.of());

    static final Duration SPAN = Duration.ofMinutes(1);

    /** Requests that nothing tells apart. */
    public record Like(Resources shape, List<LabelSelector> selectors) {
        static Like of(Demand.Request request) {
            return new Like(request.shape(), request.selectors());
        }
    }

    /** What was pending from this moment on. */
    public record Report(Instant at, Map<Like, Long> pending) {}

    public DemandHistory {
        reports = List.copyOf(reports);
    }

    public DemandHistory with(Demand demand, Instant now) {
        var pending = new HashMap<Like, Long>();
        demand.requests().forEach(r -> pending.merge(Like.of(r), r.count(), Long::sum));
        if (!reports.isEmpty() && reports.getLast().pending().equals(pending)) {
            return this;
        }
        var kept = new ArrayList<>(reports);
        kept.add(new Report(now, Map.copyOf(pending)));
        // The one before the span still says what was pending when it began.
        while (kept.size() > 2 && kept.get(1).at().isBefore(now.minus(SPAN))) {
            kept.removeFirst();
        }
        return new DemandHistory(kept);
    }

    /** Whether it tells what was pending before then; a process that has just begun knows nothing of what came when. */
    boolean reachesBefore(Instant when) {
        return !reports.isEmpty() && reports.getFirst().at().isBefore(when);
    }

    /** How many have come since, as far as reports tell: the sum of all rises. */
    long cameSince(Like like, Instant when) {
        return changes(like).stream()
                .filter(c -> c.at().isAfter(when))
                .mapToLong(c -> Math.max(0, c.by()))
                .sum();
    }

    /** More or fewer of them are pending from a moment on. */
    record Change(Instant at, long by) {}

    List<Change> changes(Like like) {
        var changes = new ArrayList<Change>();
        long before = 0;
        for (Report report : reports) {
            long after = report.pending().getOrDefault(like, 0L);
            if (after != before) {
                changes.add(new Change(report.at(), after - before));
            }
            before = after;
        }
        return changes;
    }
}
