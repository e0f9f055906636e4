package io.manta.controller.history;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.NodeLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster has cost so far: each machine's price over the time it was there. The sum outlasts the process; for the time
 * in which nobody counted, machines that are still there are charged from when they were made or last counted.
 */
final class Purse {
    private static final double SECONDS_PER_HOUR = 3600;

    private final Path file;
    private double spent;
    private @Nullable Instant since;
    private @Nullable Instant countedAt;

    Purse(Path file) {
        this.file = file;
        load();
    }

    private void load() {
        try {
            Map<String, Object> map = JSON.std.mapFrom(Files.readString(file));
            since = Instant.parse(String.valueOf(map.get("since")));
            countedAt = Instant.parse(String.valueOf(map.get("at")));
            spent = map.get("spent") instanceof Number n ? n.doubleValue() : 0;
        } catch (IOException | RuntimeException e) {
            // A new cluster, or a file that cannot be read: counting begins now.
            since = null;
            countedAt = null;
        }
    }

    Cost count(StatusReport report) {
        Instant now = report.at();
        Instant before = countedAt == null ? null : countedAt;
        Instant first = since == null ? now : since;
        for (NodeLine node : report.nodes()) {
            OptionalDouble price = node.machine().pricePerHour();
            if (price.isEmpty() || node.machine().id().isEmpty()) {
                continue;
            }
            Instant made = node.createdAt();
            Instant from = before == null || made.isAfter(before) ? made : before;
            if (from.isBefore(now)) {
                spent += price.getAsDouble() * Duration.between(from, now).toMillis() / 1000.0 / SECONDS_PER_HOUR;
            }
            first = made.isBefore(first) && before == null ? made : first;
        }
        since = first;
        countedAt = now;
        Cost cost = report.cost();
        boolean known = cost.perHour().isPresent() || spent > 0;
        return new Cost(
                cost.charged(),
                cost.perHour(),
                cost.unpricedNodes(),
                known ? OptionalDouble.of(spent) : OptionalDouble.empty(),
                known ? Optional.of(first) : Optional.empty());
    }

    void save() throws IOException {
        if (since == null || countedAt == null) {
            return;
        }
        var map = new LinkedHashMap<String, Object>();
        map.put("since", since.toString());
        map.put("at", countedAt.toString());
        map.put("spent", spent);
        AtomicFile.write(file, JSON.std.asString(map) + "\n");
    }
}
