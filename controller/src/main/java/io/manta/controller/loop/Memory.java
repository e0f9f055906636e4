package io.manta.controller.loop;

import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.core.model.Node;
import io.manta.core.plan.Cooldowns;
import io.manta.core.plan.Cooldowns.Hold;
import io.manta.core.plan.Cooldowns.Setbacks;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What must be known over a restart and is on no machine's tags: failures, what is skipped or paused because of them, and which
 * nodes there were. Losing it costs a few extra tries, never a machine. Used by the loop's thread only.
 */
public final class Memory {
    private static final int KEPT_FAILURES = 20;
    private static final Duration RECENT = Duration.ofMinutes(30);
    /** Nodes lost in one blow are one setback. */
    private static final Duration ONE_BLOW = Duration.ofSeconds(30);

    /** What is kept of a node that has a machine. */
    record Known(NodeRole role, String type, String launchHash) {}

    private final Requests requests;
    private final Map<NodeId, Integer> nodeFailures = new HashMap<>();
    private final Map<NodeId, FailureLine> lastFailure = new HashMap<>();
    private final Set<NodeId> hopeless = new HashSet<>();
    private final Map<String, Setbacks> setbacks = new HashMap<>();
    private final Map<String, Instant> lastLoss = new HashMap<>();
    private final Map<String, Hold> skippedOffers = new HashMap<>();
    private final Map<String, Hold> pausedTypes = new HashMap<>();
    private final List<FailureLine> failures = new ArrayList<>();
    private Map<NodeId, Known> known = new LinkedHashMap<>();

    public Memory() {
        this(Requests.inMemory());
    }

    public Memory(Requests requests) {
        this.requests = requests;
    }

    public Requests requests() {
        return requests;
    }

    /** @param certain trying again cannot help */
    void failed(NodeId node, FailureLine failure, boolean certain) {
        nodeFailures.merge(node, 1, Integer::sum);
        lastFailure.put(node, failure);
        if (certain) {
            hopeless.add(node);
        }
        note(failure);
    }

    void note(FailureLine failure) {
        failures.add(failure);
        if (failures.size() > KEPT_FAILURES) {
            failures.removeFirst();
        }
    }

    /** What went wrong on the way is over. */
    void joined(NodeId node) {
        gone(node);
        failures.removeIf(failure -> failure.node().equals(node.value()));
    }

    /** A node that has done well for long: whatever was wrong with its type is over. */
    void steady(String type) {
        setbacks.remove(type);
    }

    /** A node that had only just joined is lost. */
    void lost(String type, String what, Instant now) {
        Instant before = lastLoss.getOrDefault(type, Instant.MIN);
        if (before.isAfter(now) || before.plus(ONE_BLOW).isBefore(now)) {
            lastLoss.put(type, now);
            Setbacks old = setbacks.getOrDefault(type, Setbacks.NONE);
            setbacks.put(type, new Setbacks(old.losses() + 1, old.pauses(), what));
        }
    }

    void gone(NodeId node) {
        nodeFailures.remove(node);
        lastFailure.remove(node);
        hopeless.remove(node);
    }

    int failures(NodeId node) {
        return nodeFailures.getOrDefault(node, 0);
    }

    Set<NodeId> hopeless() {
        return hopeless;
    }

    Optional<FailureLine> lastFailure(NodeId node) {
        return Optional.ofNullable(lastFailure.get(node));
    }

    List<FailureLine> recentFailures() {
        return List.copyOf(failures);
    }

    void skip(NodeRole role, Offer offer, Instant until, String reason) {
        skippedOffers.put(Cooldowns.key(role, offer), new Hold(until, reason));
    }

    /** Machines of this type come again: what kept them from it is over. */
    void launched(String type) {
        failures.removeIf(
                failure -> failure.nodeType().equals(type) && failure.node().isEmpty());
    }

    void pause(String type, Instant until, String reason) {
        pausedTypes.put(type, new Hold(until, reason));
        Setbacks old = setbacks.getOrDefault(type, Setbacks.NONE);
        setbacks.put(type, new Setbacks(0, old.pauses() + 1, ""));
    }

    boolean resume(String type) {
        setbacks.remove(type);
        return pausedTypes.remove(type) != null;
    }

    /** Somebody has looked into it: everything is tried again. Returns the types that were paused. */
    List<String> startAfresh() {
        List<String> paused = pausedTypes.keySet().stream().sorted().toList();
        pausedTypes.clear();
        skippedOffers.clear();
        setbacks.clear();
        failures.clear();
        return paused;
    }

    /** Types whose time is over; forgets them, and what is long past. */
    List<String> lapsed(Instant now) {
        List<String> over = pausedTypes.entrySet().stream()
                .filter(entry -> !now.isBefore(entry.getValue().until()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        over.forEach(pausedTypes::remove);
        skippedOffers.values().removeIf(hold -> !now.isBefore(hold.until()));
        failures.removeIf(failure -> failure.at().isBefore(now.minus(RECENT)));
        return over;
    }

    Cooldowns cooldowns() {
        return new Cooldowns(skippedOffers, pausedTypes, setbacks);
    }

    /** What there is now, for whoever starts when the list lacks some of it. */
    void remember(List<Node> nodes) {
        var next = new LinkedHashMap<NodeId, Known>();
        nodes.stream()
                .filter(node -> node.machine().isPresent() && node.state().isAlive())
                .forEach(node -> next.put(node.id(), new Known(node.role(), node.type(), node.launchHash())));
        known = next;
    }

    Map<NodeId, Known> known() {
        return known;
    }

    Map<NodeId, Integer> nodeFailures() {
        return Map.copyOf(nodeFailures);
    }

    void restore(
            Map<NodeId, Integer> failureCounts,
            Map<String, Setbacks> setbacksByType,
            Map<String, Hold> paused,
            List<FailureLine> recent,
            Map<NodeId, Known> nodes) {
        nodeFailures.putAll(failureCounts);
        setbacks.putAll(setbacksByType);
        pausedTypes.putAll(paused);
        failures.addAll(recent);
        known = new LinkedHashMap<>(nodes);
        recent.forEach(failure -> {
            NodeId node = new NodeId(failure.node().isEmpty() ? "-" : failure.node());
            if (nodeFailures.containsKey(node)) {
                lastFailure.put(node, failure);
            }
        });
    }
}
