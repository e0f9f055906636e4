package io.manta.controller.history;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Samples as lines of JSON: an object names the columns, arrays below it are the samples. A new object comes when there is a
 * new column. Described by docs/history.schema.json.
 */
public final class SampleLines {
    public static final int VERSION = 1;

    private final TreeSet<String> types = new TreeSet<>();
    private final TreeSet<String> resources = new TreeSet<>();

    /** One line, or two when columns have come; the same columns are never named twice in a row. */
    public List<String> lines(Sample sample) {
        var lines = new ArrayList<String>(2);
        boolean newTypes = types.addAll(sample.nodes().keySet());
        boolean newResources = resources.addAll(sample.resources().keySet());
        if (newTypes || newResources) {
            lines.add(columns());
        } else if (types.isEmpty() && resources.isEmpty()) {
            return List.of();
        }
        lines.add(row(sample));
        return lines;
    }

    private String columns() {
        var map = new LinkedHashMap<String, Object>();
        map.put("v", VERSION);
        map.put("types", List.copyOf(types));
        map.put("states", Sample.STATES);
        map.put("resources", List.copyOf(resources));
        return json(map);
    }

    private String row(Sample sample) {
        var out = new StringBuilder("[");
        out.append(sample.at().getEpochSecond()).append(",[");
        String separator = "";
        for (String type : types) {
            int[] counts = sample.nodes().get(type);
            out.append(separator)
                    .append(counts == null ? "[]" : Arrays.toString(counts).replace(" ", ""));
            separator = ",";
        }
        out.append("],[");
        separator = "";
        for (String resource : resources) {
            double[] amounts = sample.resources().get(resource);
            out.append(separator).append('[');
            for (int i = 0; amounts != null && i < amounts.length; i++) {
                out.append(i == 0 ? "" : ",").append(number(amounts[i]));
            }
            out.append(']');
            separator = ",";
        }
        return out.append("],")
                .append(money(sample.perHour()))
                .append(',')
                .append(money(sample.spent()))
                .append(']')
                .toString();
    }

    private static String money(OptionalDouble value) {
        return value.isPresent() ? number(value.getAsDouble()) : "null";
    }

    /** Eight digits are enough for a picture, and keep lines short. */
    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : new BigDecimal(value, new MathContext(8)).stripTrailingZeros().toPlainString();
    }

    private static String json(Object value) {
        try {
            return JSON.std.asString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
