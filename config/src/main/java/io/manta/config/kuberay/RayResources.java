package io.manta.config.kuberay;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.resolve.PodResources;
import io.manta.config.yaml.Fields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a node type declares to Ray beyond its pod's limits: {@code resources} here, options of {@code ray start} there. */
final class RayResources {
    private static final Map<String, String> OPTIONS = Map.of(
            "CPU", "num-cpus", "GPU", "num-gpus", "memory", "memory", "object_store_memory", "object-store-memory");

    private RayResources() {}

    /** Declared amounts as options; those without an option of their own share one. */
    static Map<String, String> options(Fields declared) {
        var options = new LinkedHashMap<String, String>();
        var custom = new LinkedHashMap<String, Object>();
        for (String name : declared.keys()) {
            declared.whole(name).ifPresent(amount -> {
                String option = OPTIONS.get(name);
                if (option == null) {
                    custom.put(name, amount);
                } else {
                    options.put(option, Long.toString(amount));
                }
            });
        }
        if (!custom.isEmpty()) {
            // In quotes, because the operator puts it on a shell's command line.
            options.put("resources", "'" + json(custom) + "'");
        }
        return options;
    }

    /** Takes out of the options what declares amounts; what cannot be read stays. */
    static Map<String, Long> declared(Map<String, String> options) {
        var amounts = new LinkedHashMap<String, Long>();
        OPTIONS.forEach((name, option) -> Optional.ofNullable(options.get(option))
                .flatMap(RayResources::whole)
                .ifPresent(amount -> {
                    amounts.put(name, amount);
                    options.remove(option);
                }));
        Optional.ofNullable(options.get("resources"))
                .flatMap(RayResources::custom)
                .ifPresent(custom -> {
                    amounts.putAll(custom);
                    options.remove("resources");
                });
        return amounts;
    }

    /** A whole amount; Ray knows no other for a node. */
    static Optional<Long> whole(String text) {
        return PodResources.quantity(text)
                .filter(amount -> amount.stripTrailingZeros().scale() <= 0)
                .map(BigDecimal::longValue);
    }

    private static Optional<Map<String, Long>> custom(String text) {
        String bare = text.strip();
        boolean quoted = bare.length() > 1 && "'\"".indexOf(bare.charAt(0)) >= 0;
        try {
            Map<String, Object> read = JSON.std.mapFrom(
                    quoted ? bare.substring(1, bare.length() - 1).replace("\\", "") : bare);
            var amounts = new LinkedHashMap<String, Long>();
            for (var entry : read.entrySet()) {
                Optional<Long> amount = whole(String.valueOf(entry.getValue()));
                if (amount.isEmpty()) {
                    return Optional.empty();
                }
                amounts.put(entry.getKey(), amount.get());
            }
            return Optional.of(amounts);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String json(Map<String, Object> values) {
        try {
            return JSON.std.asString(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
