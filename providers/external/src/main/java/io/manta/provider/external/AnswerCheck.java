package io.manta.provider.external;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Whether answers can be true. One that cannot is a problem with a name; what is certain in it is kept. */
final class AnswerCheck {
    private final String provider;
    private final Duration listGrace;
    private final LongSupplier nanos;
    private final Map<MachineId, Long> launchedUnseen = new HashMap<>();

    AnswerCheck(String provider, Duration listGrace) {
        this(provider, listGrace, System::nanoTime);
    }

    /** @param listGrace how long a new machine may be missing in the list */
    AnswerCheck(String provider, Duration listGrace, LongSupplier nanos) {
        this.provider = provider;
        this.listGrace = listGrace;
        this.nanos = nanos;
    }

    LaunchResult launched(LaunchRequest request, @Nullable LaunchResult result) throws ProviderException {
        if (result == null) {
            throw ExternalProblems.answer(provider, "launch", "it is null");
        }
        var asked = new HashMap<NodeId, NodeSpec>();
        request.nodes().forEach(node -> asked.put(node.id(), node));
        var good = new LinkedHashMap<MachineId, Machine>();
        Optional<ProviderException> wrong = Optional.empty();
        for (Machine machine : result.created()) {
            NodeSpec spec = asked.get(machine.nodeId());
            Machine same = good.get(machine.id());
            if (spec == null) {
                wrong = Optional.of(ExternalProblems.answer(
                        provider, "launch", "machine " + machine.id() + " has no tag of a node that was asked for"));
            } else if (same != null && !same.nodeId().equals(machine.nodeId())) {
                wrong = Optional.of(ExternalProblems.sameId(
                        provider,
                        machine.id().value(),
                        same.nodeId().value(),
                        machine.nodeId().value()));
            } else {
                good.put(machine.id(), machine);
            }
        }
        remember(good);
        boolean silent = good.size() < asked.size() && result.shortfall().isEmpty() && wrong.isEmpty();
        if (silent) {
            wrong = Optional.of(ExternalProblems.answer(
                    provider,
                    "launch",
                    good.size() + " of " + asked.size() + " machines were made, and no reason was given"));
        }
        return new LaunchResult(List.copyOf(good.values()), wrong.isPresent() ? wrong : result.shortfall());
    }

    private synchronized void remember(Map<MachineId, Machine> machines) {
        machines.keySet().forEach(id -> launchedUnseen.putIfAbsent(id, nanos.getAsLong()));
    }

    /** Machines that are meant to go need not be listed any more. */
    synchronized void ending(Set<MachineId> ids) {
        launchedUnseen.keySet().removeAll(ids);
    }

    /** A forgotten machine is told once; the next list is believed again. */
    synchronized List<Machine> listed(@Nullable List<Machine> machines) throws ProviderException {
        if (machines == null || machines.stream().anyMatch(Objects::isNull)) {
            throw ExternalProblems.answer(provider, "list", "it is null, or something in it is");
        }
        var byId = new LinkedHashMap<MachineId, Machine>();
        for (Machine machine : machines) {
            Machine same = byId.putIfAbsent(machine.id(), machine);
            if (same != null && !same.nodeId().equals(machine.nodeId())) {
                throw ExternalProblems.sameId(
                        provider,
                        machine.id().value(),
                        same.nodeId().value(),
                        machine.nodeId().value());
            }
        }
        launchedUnseen.keySet().removeAll(byId.keySet());
        for (var unseen : List.copyOf(launchedUnseen.entrySet())) {
            if (nanos.getAsLong() - unseen.getValue() > listGrace.toNanos()) {
                launchedUnseen.remove(unseen.getKey());
                throw ExternalProblems.forgot(provider, unseen.getKey().value(), listGrace);
            }
        }
        return new ArrayList<>(byId.values());
    }

    List<Offer> offers(String nodeType, @Nullable List<Offer> offers) {
        List<Offer> good = offers == null
                ? List.of()
                : offers.stream()
                        .filter(offer -> offer != null && offer.nodeType().equals(nodeType))
                        .toList();
        return good.isEmpty() ? List.of(Offer.plain(nodeType)) : good;
    }
}
