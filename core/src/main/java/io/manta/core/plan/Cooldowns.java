package io.manta.core.plan;

import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is not tried for a while and why, and what has gone wrong so far.
 *
 * @param skippedOffers by {@link #key}: no capacity, quota, throttled
 * @param pausedTypes by node type name: its nodes failed too often; ended by {@code manta resume}, {@code up}, or time
 * @param setbacks by node type name: what counts towards the next pause
 */
public record Cooldowns(
        Map<String, Hold> skippedOffers, Map<String, Hold> pausedTypes, Map<String, Setbacks> setbacks) {
    public static final Cooldowns NONE = new Cooldowns(Map.of(), Map.of(), Map.of());

    /** Until when, and the reason in words. */
    public record Hold(Instant until, String reason) {}

    /**
     * What has gone wrong with a type since one of its nodes last did well for long.
     *
     * @param losses nodes that had joined and were lost within minutes
     * @param pauses how often the type has been paused
     * @param last the last loss in words
     */
    public record Setbacks(int losses, int pauses, String last) {
        public static final Setbacks NONE = new Setbacks(0, 0, "");
    }

    public Cooldowns {
        skippedOffers = Map.copyOf(skippedOffers);
        pausedTypes = Map.copyOf(pausedTypes);
        setbacks = Map.copyOf(setbacks);
    }

    public Cooldowns(Map<String, Hold> skippedOffers, Map<String, Hold> pausedTypes) {
        this(skippedOffers, pausedTypes, Map.of());
    }

    /** The head has skips of its own: what went wrong with workers never holds it up. */
    public static String key(NodeRole role, Offer offer) {
        return role == NodeRole.HEAD ? "head of " + offer.key() : offer.key();
    }

    public Optional<Hold> offer(NodeRole role, Offer offer, Instant now) {
        return Optional.ofNullable(skippedOffers.get(key(role, offer))).filter(hold -> now.isBefore(hold.until()));
    }

    public Optional<Hold> type(String name, Instant now) {
        return Optional.ofNullable(pausedTypes.get(name)).filter(hold -> now.isBefore(hold.until()));
    }

    public Setbacks setbacksOf(String type) {
        return setbacks.getOrDefault(type, Setbacks.NONE);
    }
}
