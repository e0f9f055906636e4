package io.manta.provider.localhost;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One accelerator of this machine.
 *
 * @param id what the vendor's variable calls it: an index, or the name of a card or of a slice of one
 * @param card what it is, by whatever name: two ids of one card are the same card
 * @param model the vendor's name
 */
record Accelerator(String id, String card, String model) {
    Map<String, Object> toMap() {
        var out = new LinkedHashMap<String, Object>();
        out.put("id", id);
        out.put("card", card);
        out.put("model", model);
        return out;
    }

    static Accelerator of(Object value) throws IOException {
        if (value instanceof Map<?, ?> map
                && map.get("id") instanceof String id
                && map.get("card") instanceof String card
                && map.get("model") instanceof String model) {
            return new Accelerator(id, card, model);
        }
        throw new IOException("not an accelerator: " + value);
    }

    static List<Accelerator> listOf(@Nullable Object value) throws IOException {
        var out = new ArrayList<Accelerator>();
        if (value instanceof List<?> list) {
            for (Object each : list) {
                out.add(of(each));
            }
        }
        return out;
    }

    /** By Ray's name of the resource. */
    static Map<String, List<Accelerator>> mapOf(Map<?, ?> value) throws IOException {
        var out = new TreeMap<String, List<Accelerator>>();
        for (var entry : value.entrySet()) {
            out.put(String.valueOf(entry.getKey()), listOf(entry.getValue()));
        }
        return out;
    }
}
