package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Spot machines that Google is taking back. It tells a machine, gives it half a minute, and shows it as stopping meanwhile; an
 * operation says that this is a preemption and nobody's wish. Nothing is asked while no such machine stops.
 */
public final class Preemptions {
    private static final Duration NOTICE = Duration.ofSeconds(30);

    private final Rest rest;
    private final Map<String, Instant> ends = new HashMap<>();

    public Preemptions(Rest rest) {
        this.rest = rest;
    }

    /**
     * The same machines; those that are taken back still run, and say until when.
     *
     * @param going spot machines that stop without our having asked for it
     */
    List<Machine> mark(List<Machine> machines, List<Doc> going) throws ProviderException, InterruptedException {
        Map<String, Instant> taken = taken(going);
        return machines.stream()
                .map(machine -> {
                    Instant end = taken.get(machine.id().value());
                    return end == null
                            ? machine
                            : machine.with(MachineState.RUNNING, machine.tags()).withInterruption(end);
                })
                .toList();
    }

    private synchronized Map<String, Instant> taken(List<Doc> going) throws ProviderException, InterruptedException {
        var unknown = new HashSet<String>();
        for (Doc instance : going) {
            String id = instance.text("id");
            if (!ends.containsKey(id)) {
                unknown.add(Instances.zone(instance));
            }
        }
        for (String zone : unknown) {
            look(zone, going);
        }
        var taken = new HashMap<String, Instant>();
        for (Doc instance : going) {
            Instant end = ends.get(instance.text("id"));
            if (end != null) {
                taken.put(instance.text("name"), end);
            }
        }
        return taken;
    }

    private void look(String zone, List<Doc> going) throws ProviderException, InterruptedException {
        List<Doc> operations = rest.list(
                "ask for preemptions in " + zone,
                Request.get(Service.COMPUTE, "projects/" + rest.project() + "/zones/" + zone + "/operations")
                        .with("filter", "operationType = compute.instances.preempted"),
                "items");
        for (Doc instance : going) {
            Optional<Instant> since = operations.stream()
                    .filter(operation -> operation.name("targetLink").equals(instance.text("name")))
                    .map(operation ->
                            OffsetDateTime.parse(operation.text("insertTime")).toInstant())
                    .max(Instant::compareTo);
            since.ifPresent(at -> ends.put(instance.text("id"), at.plus(NOTICE)));
        }
    }
}
