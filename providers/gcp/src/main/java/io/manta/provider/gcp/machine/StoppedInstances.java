package io.manta.provider.gcp.machine;

import io.manta.provider.common.Together;
import io.manta.provider.gcp.GcpParts;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.Removal;
import io.manta.provider.gcp.setting.PriceList;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.StoppedMachines;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Instances that {@code manta stop} has stopped. A label says that they shall be stopped, written before they are stopped and cleared
 * after they were started: whoever comes after a crash sees what was meant.
 */
public final class StoppedInstances implements StoppedMachines {
    private static final String STOPPED = "manta-rest";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration ROUND = Duration.ofMillis(500);

    private final GcpParts parts;
    private final Ending ending;
    private final Clock clock;

    public StoppedInstances(GcpParts parts, Clock clock) {
        this.parts = parts;
        this.ending = new Ending(parts.rest(), parts.instances());
        this.clock = clock;
    }

    static boolean isMeantToStop(Doc instance) {
        return !instance.texts("labels").getOrDefault(STOPPED, "").isEmpty();
    }

    @Override
    public Set<MachineId> stop(Set<MachineId> ids) throws ProviderException, InterruptedException {
        var stop = new LinkedHashMap<String, Doc>();
        var end = new LinkedHashMap<String, Doc>();
        Map<String, Doc> known = parts.instances().look();
        Map<String, Doc> pods = parts.tpus().recent();
        var ended = new HashSet<MachineId>();
        for (MachineId id : ids) {
            Doc instance = known.get(id.value());
            Doc pod = pods.get(id.value());
            if (pod != null) {
                // Google does not stop pods of several hosts.
                parts.tpus().delete(pod);
                ended.add(id);
            } else if (instance != null && Instances.isSpot(instance)) {
                // When it is started again there may be no room, and it may be taken back meanwhile.
                end.put(id.value(), instance);
                ended.add(id);
            } else if (instance != null) {
                stop.put(id.value(), instance);
            }
        }
        label(stop, Map.of(STOPPED, "asked"));
        ending.delete(end);
        ending.stop(stop);
        return ended;
    }

    private Map<String, Doc> found() throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, Doc>();
        parts.instances().look().forEach((id, instance) -> {
            if (isMeantToStop(instance)) {
                found.put(id, instance);
            }
        });
        return found;
    }

    @Override
    public List<Stopped> list() throws ProviderException, InterruptedException {
        Map<String, Doc> found = found();
        if (found.isEmpty()) {
            return List.of();
        }
        var costs = new HashMap<String, Double>();
        double price = PriceList.bundled().diskMonthly(parts.settings().region());
        for (Doc disk : parts.removal().disks()) {
            double cost = Removal.gigabytes(disk) * price;
            disk.words("users").forEach(user -> costs.merge(Doc.lastPart(user), cost, Double::sum));
        }
        var stopped = new ArrayList<Stopped>();
        found.forEach((id, instance) -> {
            Double cost = costs.get(instance.text("name"));
            stopped.add(new Stopped(
                    parts.instances().machine(id, instance),
                    cost == null ? OptionalDouble.empty() : OptionalDouble.of(cost)));
        });
        return stopped;
    }

    /** An instance must have come to a stop before it can be started. */
    @Override
    public void start() throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        Map<String, Doc> found = found();
        while (found.values().stream().anyMatch(StoppedInstances::isStopping)) {
            if (clock.instant().isAfter(deadline)) {
                throw GcpProblems.stillStopping(PATIENCE);
            }
            Thread.sleep(ROUND);
            found = found();
        }
        start(found);
        // Their disks are as they were, but nothing runs there: set-up finds all it did, and starts Ray only.
        label(found, Map.of(STOPPED, "", Tags.STATUS, NodeStatus.UNINITIALIZED.tag()));
        parts.instances().forget();
    }

    private static boolean isStopping(Doc instance) {
        return Instances.state(instance) == MachineState.STOPPING;
    }

    private void start(Map<String, Doc> found) throws ProviderException, InterruptedException {
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Doc>>();
            found.forEach((id, instance) -> {
                if (Instances.state(instance) == MachineState.STOPPED) {
                    String doing = "start " + instance.text("name");
                    Request request = Request.post(Service.COMPUTE, Labeling.path(parts.rest(), instance) + "/start");
                    outcomes.add(together.begin(
                            () -> parts.operations().succeed(doing, parts.rest().ask(doing, request))));
                }
                var started = new LinkedHashMap<>(instance.map());
                started.put("status", "PROVISIONING");
                parts.instances().launched(id, new Doc(started));
            });
            for (var outcome : outcomes) {
                outcome.get();
            }
        }
    }

    /** Where stopped machines are kept for later, these are such machines from now on. */
    @Override
    public void end() throws ProviderException, InterruptedException {
        Map<String, Doc> found = found();
        if (parts.settings().stopInsteadOfEnd()) {
            label(found, Map.of(STOPPED, ""));
        } else {
            ending.delete(found);
        }
    }

    private void label(Map<String, Doc> instances, Map<String, String> values)
            throws ProviderException, InterruptedException {
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Boolean>>();
            for (Doc instance : instances.values()) {
                outcomes.add(together.begin(() -> {
                    parts.labeling().merge(instance, values);
                    return true;
                }));
            }
            for (var outcome : outcomes) {
                outcome.get();
            }
        }
        parts.instances().forget();
    }
}
