package io.manta.controller.status;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.RestingMachines;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report of a cluster that rests: there is no daemon to write one. */
public final class RestingReport {
    /** As a phase, and as the state of nodes. */
    public static final String RESTING = "resting";

    private RestingReport() {}

    public static StatusReport of(ClusterConfig config, List<RestingMachines.Sleeper> sleepers, Instant now) {
        return new StatusReport(
                config.name(),
                config.provider().type(),
                now,
                RESTING,
                0,
                "",
                "",
                false,
                sleepers.stream().map(sleeper -> line(sleeper, now)).toList(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static StatusReport.NodeLine line(RestingMachines.Sleeper sleeper, Instant now) {
        Machine machine = sleeper.machine();
        return new StatusReport.NodeLine(
                machine.nodeId().value(),
                machine.role().tag(),
                machine.type(),
                RESTING,
                now,
                machine.launchedAt(),
                machine.internalAddress().orElse(""),
                "",
                sleeper.monthly().isPresent()
                        ? "its disks cost " + dollars(sleeper.monthly().getAsDouble())
                        : "",
                Optional.empty());
    }

    /** For all of them together. */
    public static Optional<String> cost(List<RestingMachines.Sleeper> sleepers) {
        double sum = sleepers.stream().mapToDouble(s -> s.monthly().orElse(0)).sum();
        return sum > 0 ? Optional.of(dollars(sum)) : Optional.empty();
    }

    private static String dollars(double monthly) {
        return String.format(Locale.ROOT, "about $%.2f a month", monthly);
    }
}
