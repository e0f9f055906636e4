package io.manta.spi.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Amounts of named resources (CPU, GPU, memory, anything custom) in Ray's fixed point of 1/10000, so that sums are exact.
 *
 * <p>Zero amounts are dropped; iteration is in name order, so equal values print and hash alike.
 */
public record Resources(Map<String, Long> units) {
    /** Fixed-point units in one whole. */
    public static final long SCALE = 10_000;

    public static final Resources NONE = new Resources(Map.of());

    public static final String CPU = "CPU";
    public static final String GPU = "GPU";
    public static final String MEMORY = "memory";
    public static final String OBJECT_STORE_MEMORY = "object_store_memory";

    public Resources {
        var sorted = new TreeMap<String, Long>();
        units.forEach((name, amount) -> {
            if (amount != 0) {
                sorted.put(name, amount);
            }
        });
        units = Collections.unmodifiableMap(sorted);
    }

    /** Rounds each amount to the nearest unit. */
    public static Resources of(Map<String, ? extends Number> amounts) {
        var units = new TreeMap<String, Long>();
        amounts.forEach((name, amount) -> units.put(name, toUnits(amount.doubleValue())));
        return new Resources(units);
    }

    public static Resources of(String name, double amount) {
        return of(Map.of(name, amount));
    }

    public static Resources of(String name1, double amount1, String name2, double amount2) {
        return of(Map.of(name1, amount1, name2, amount2));
    }

    public static long toUnits(double amount) {
        return Math.round(amount * SCALE);
    }

    /** Units of one resource; 0 when absent. */
    public long get(String name) {
        return units.getOrDefault(name, 0L);
    }

    public double amount(String name) {
        return get(name) / (double) SCALE;
    }

    public boolean isEmpty() {
        return units.isEmpty();
    }

    public boolean fitsIn(Resources capacity) {
        for (var entry : units.entrySet()) {
            if (entry.getValue() > capacity.get(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    public Resources plus(Resources other) {
        return plus(other, 1);
    }

    public Resources minus(Resources other) {
        return plus(other, -1);
    }

    /** Adds {@code other} {@code times} times; negative times subtract. */
    public Resources plus(Resources other, long times) {
        var sum = new TreeMap<>(units);
        other.units.forEach((name, amount) -> sum.merge(name, amount * times, Long::sum));
        return new Resources(sum);
    }

    /** As Ray writes it in YAML and JSON: whole numbers stay whole. */
    public Map<String, Number> amounts() {
        var out = new TreeMap<String, Number>();
        units.forEach((name, value) -> {
            if (value % SCALE == 0) {
                out.put(name, value / SCALE);
            } else {
                out.put(name, value / (double) SCALE);
            }
        });
        return Collections.unmodifiableMap(out);
    }

    @Override
    public String toString() {
        return amounts().entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
