package io.manta.controller.loop;

import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.plan.Cooldowns;
import io.manta.core.plan.Cooldowns.Rest;
import io.manta.spi.model.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What must be known over a restart and is on no machine's tags: failures, and what rests because of them. Losing it costs a
 * few extra tries, never a machine. Used by the loop's thread only.
 */
public final class Memory {
    private static final int KEPT_FAILURES = 20;

    private final Map<NodeId, Integer> nodeFailures = new HashMap<>();
    private final Map<NodeId, FailureLine> lastFailure = new HashMap<>();
    private final Map<String, Integer> pauses = new HashMap<>();
    private final Map<String, Rest> restingOffers = new HashMap<>();
    private final Map<String, Rest> pausedTypes = new HashMap<>();
    private final List<FailureLine> failures = new ArrayList<>();

    void failed(NodeId node, FailureLine failure) {
        nodeFailures.merge(node, 1, Integer::sum);
        lastFailure.put(node, failure);
        note(failure);
    }

    void note(FailureLine failure) {
        failures.add(failure);
        if (failures.size() > KEPT_FAILURES) {
            failures.removeFirst();
        }
    }

    void joined(NodeId node, String type) {
        nodeFailures.remove(node);
        lastFailure.remove(node);
        pauses.remove(type);
    }

    void gone(NodeId node) {
        nodeFailures.remove(node);
        lastFailure.remove(node);
    }

    int failures(NodeId node) {
        return nodeFailures.getOrDefault(node, 0);
    }

    Optional<FailureLine> lastFailure(NodeId node) {
        return Optional.ofNullable(lastFailure.get(node));
    }

    List<FailureLine> recentFailures() {
        return List.copyOf(failures);
    }

    void rest(String offerKey, Instant until, String reason) {
        restingOffers.put(offerKey, new Rest(until, reason));
    }

    /** How often the type has been paused since one of its nodes last joined, this time included. */
    int pause(String type, Instant until, String reason) {
        pausedTypes.put(type, new Rest(until, reason));
        return pauses.merge(type, 1, Integer::sum);
    }

    int pauses(String type) {
        return pauses.getOrDefault(type, 0);
    }

    boolean resume(String type) {
        pauses.remove(type);
        return pausedTypes.remove(type) != null;
    }

    /** Types whose time is over; forgets them. */
    List<String> lapsed(Instant now) {
        List<String> over = pausedTypes.entrySet().stream()
                .filter(entry -> !now.isBefore(entry.getValue().until()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        over.forEach(pausedTypes::remove);
        restingOffers.values().removeIf(rest -> !now.isBefore(rest.until()));
        return over;
    }

    Cooldowns cooldowns() {
        return new Cooldowns(restingOffers, pausedTypes);
    }

    Map<NodeId, Integer> nodeFailures() {
        return Map.copyOf(nodeFailures);
    }

    Map<String, Integer> pauseCounts() {
        return Map.copyOf(pauses);
    }

    void restore(Map<NodeId, Integer> failureCounts, Map<String, Integer> pauseCounts, List<FailureLine> recent) {
        nodeFailures.putAll(failureCounts);
        pauses.putAll(pauseCounts);
        failures.addAll(recent);
        recent.forEach(failure -> {
            NodeId node = new NodeId(failure.node().isEmpty() ? "-" : failure.node());
            if (nodeFailures.containsKey(node)) {
                lastFailure.put(node, failure);
            }
        });
    }

    void restorePaused(Map<String, Rest> types) {
        pausedTypes.putAll(types);
    }
}
