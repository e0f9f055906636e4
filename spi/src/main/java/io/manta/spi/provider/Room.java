package io.manta.spi.provider;

import io.manta.spi.model.Resources;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What machines share and can run out of, such as the accelerators of the one host they are all on.
 *
 * @param limits by the resource's name; of what is not named here there is always enough
 */
public record Room(Map<String, Limit> limits) {
    /** Of a provider that makes machines out of nothing. */
    public static final Room UNLIMITED = new Room(Map.of());

    private static final Limit NOTHING = new Limit(0, "");

    /**
     * How much of one resource is left.
     *
     * @param free in Ray's fixed point, as {@link Resources} counts
     * @param reason who has the rest: "this machine has 1 GPU, in use by …"
     */
    public record Limit(long free, String reason) {}

    public Room {
        limits = Map.copyOf(limits);
    }

    /** How much of one resource is left; of what is not limited here, more than anybody needs. */
    public Limit limit(String resource) {
        return limits.getOrDefault(resource, new Limit(Long.MAX_VALUE, ""));
    }

    /** How many machines with these resources could be made out of what is free. */
    public int holds(Resources each) {
        return tightest(each).map(name -> holds(name, each)).orElse(Integer.MAX_VALUE);
    }

    /** Why there is no room for more such machines; empty where nothing they need is limited. */
    public Optional<String> reason(Resources each) {
        return tightest(each).map(limits::get).map(Limit::reason);
    }

    private Optional<String> tightest(Resources each) {
        return limits.keySet().stream()
                .filter(name -> each.get(name) > 0)
                .min(Comparator.<String>comparingInt(name -> holds(name, each)).thenComparing(name -> name));
    }

    private int holds(String name, Resources each) {
        long free = Math.max(0, limits.getOrDefault(name, NOTHING).free());
        return (int) Math.min(Integer.MAX_VALUE, free / each.get(name));
    }

    /** After {@code count} machines with these resources have been made; negative counts give back. */
    public Room less(Resources each, int count) {
        var left = new HashMap<String, Limit>();
        limits.forEach((name, limit) ->
                left.put(name, new Limit(limit.free() - each.get(name) * count, limit.reason())));
        return new Room(left);
    }
}
