package io.manta.core.plan;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What rests and why.
 *
 * @param offers by {@link io.manta.spi.model.Offer#key()}: no capacity, preempted, throttled
 * @param pausedTypes by node type name: set-up failed too often; lifted by {@code manta resume} or when its time is over
 */
public record Cooldowns(Map<String, Rest> offers, Map<String, Rest> pausedTypes) {
    public static final Cooldowns NONE = new Cooldowns(Map.of(), Map.of());

    /** Until when, and the reason in words. */
    public record Rest(Instant until, String reason) {}

    public Cooldowns {
        offers = Map.copyOf(offers);
        pausedTypes = Map.copyOf(pausedTypes);
    }

    public Optional<Rest> offer(String key, Instant now) {
        return Optional.ofNullable(offers.get(key)).filter(rest -> now.isBefore(rest.until()));
    }

    public Optional<Rest> type(String name, Instant now) {
        return Optional.ofNullable(pausedTypes.get(name)).filter(rest -> now.isBefore(rest.until()));
    }
}
