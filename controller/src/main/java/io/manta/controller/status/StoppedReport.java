package io.manta.controller.status;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.StoppedMachines;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The report of a cluster that is stopped: there is no daemon to write one. */
public final class StoppedReport {
    /** As a phase, and as the state of nodes. */
    public static final String STOPPED = "stopped";

    private StoppedReport() {}

    public static StatusReport of(ClusterConfig config, List<StoppedMachines.Stopped> machines, Instant now) {
        return new StatusReport(
                config.name(),
                config.provider().type(),
                now,
                STOPPED,
                0,
                "",
                "",
                false,
                machines.stream().map(stopped -> line(stopped, now)).toList(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static StatusReport.NodeLine line(StoppedMachines.Stopped stopped, Instant now) {
        Machine machine = stopped.machine();
        return new StatusReport.NodeLine(
                machine.nodeId().value(),
                machine.role().tag(),
                machine.type(),
                STOPPED,
                now,
                machine.launchedAt(),
                machine.internalAddress().orElse(""),
                "",
                stopped.monthly().isPresent()
                        ? "its disks cost " + dollars(stopped.monthly().getAsDouble())
                        : "",
                Optional.empty());
    }

    /** For all of them together. */
    public static Optional<String> cost(List<StoppedMachines.Stopped> machines) {
        double sum = machines.stream().mapToDouble(s -> s.monthly().orElse(0)).sum();
        return sum > 0 ? Optional.of(dollars(sum)) : Optional.empty();
    }

    private static String dollars(double monthly) {
        return String.format(Locale.ROOT, "about $%.2f a month", monthly);
    }
}
