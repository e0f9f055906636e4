package io.manta.provider.gcp.machine;

import io.manta.provider.common.LaunchTally;
import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns a request for nodes into as few calls as Compute Engine allows. */
public final class Launching {
    private static final int MOST_PER_CALL = 500;

    private final GcpSettings settings;
    private final Instances instances;
    private final Reuse reuse;
    private final Ways ways;
    private final Owned owned;
    private final InstanceCalls calls;

    public Launching(
            GcpSettings settings, Instances instances, Reuse reuse, Ways ways, Owned owned, InstanceCalls calls) {
        this.settings = settings;
        this.instances = instances;
        this.reuse = reuse;
        this.ways = ways;
        this.owned = owned;
        this.calls = calls;
    }

    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        var tally = new LaunchTally(request);
        tally.found(instances.list());
        if (settings.stopInsteadOfEnd()) {
            tally.found(reuse.start(tally.open()));
        }
        String place = settings.place(request.offer().zone());
        for (List<NodeSpec> alike : tally.alike()) {
            for (int at = 0; at < alike.size(); at += MOST_PER_CALL) {
                List<NodeSpec> some = alike.subList(at, Math.min(alike.size(), at + MOST_PER_CALL));
                tally.make(
                        some.size(),
                        () -> make(request, some),
                        missing -> GcpProblems.fewer(missing, request.offer().nodeType(), place));
            }
        }
        return tally.result();
    }

    private List<Machine> make(LaunchRequest request, List<NodeSpec> alike)
            throws ProviderException, InterruptedException {
        NodeSpec sample = alike.getFirst();
        Ways.Choice choice = ways.choose(request.offer(), sample.type());
        var byNaming = new LinkedHashMap<Boolean, Map<String, NodeSpec>>();
        for (NodeSpec node : alike) {
            Owned.InstanceName name = owned.instance(node.id().value());
            byNaming.computeIfAbsent(isTold(name, node), told -> new LinkedHashMap<>())
                    .put(name.text(), node);
        }
        var machines = new ArrayList<Machine>();
        // Those whose name gives back their node; the others carry their id in a label, so each needs its own call.
        Map<String, NodeSpec> told = byNaming.getOrDefault(true, Map.of());
        boolean many = told.size() > 1 || choice.zone().isEmpty();
        if (many && choice.way().isBulk() && !told.isEmpty()) {
            machines.addAll(calls.bulk(choice, told));
        } else {
            machines.addAll(single(choice, told));
        }
        machines.addAll(single(choice, byNaming.getOrDefault(false, Map.of())));
        return machines;
    }

    private static boolean isTold(Owned.InstanceName name, NodeSpec node) {
        return Owned.nodeId(name.text(), name.plain()).equals(node.id().value());
    }

    private List<Machine> single(Ways.Choice choice, Map<String, NodeSpec> nodes)
            throws ProviderException, InterruptedException {
        var outcomes = new ArrayList<Together.Outcome<Machine>>();
        var machines = new ArrayList<Machine>();
        Optional<ProviderException> failure = Optional.empty();
        try (var together = new Together()) {
            nodes.forEach((name, node) -> outcomes.add(together.begin(() -> calls.single(choice, name, node))));
            for (var outcome : outcomes) {
                try {
                    machines.add(outcome.get());
                } catch (ProviderException e) {
                    failure = Optional.of(e);
                }
            }
        }
        if (machines.isEmpty() && failure.isPresent()) {
            throw failure.get();
        }
        return machines;
    }
}
