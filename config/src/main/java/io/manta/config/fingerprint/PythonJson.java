package io.manta.config.fingerprint;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON exactly as Python's {@code json.dumps(value, sort_keys=True)} writes it: hashes are taken over this text. */
public final class PythonJson {
    private PythonJson() {}

    public static String write(@Nullable Object value) {
        var out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(@Nullable Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case String s -> text(s, out);
            case Double d -> out.append(decimal(d));
            case Float f -> out.append(decimal((double) f));
            case Map<?, ?> map -> map(map, out);
            case List<?> list -> list(list, out);
            default -> out.append(value);
        }
    }

    private static void map(Map<?, ?> map, StringBuilder out) {
        var sorted = new TreeMap<String, @Nullable Object>(CodePoints.ORDER);
        map.forEach((key, value) -> sorted.put(String.valueOf(key), value));
        out.append('{');
        String separator = "";
        for (var entry : sorted.entrySet()) {
            out.append(separator);
            text(entry.getKey(), out);
            out.append(": ");
            write(entry.getValue(), out);
            separator = ", ";
        }
        out.append('}');
    }

    private static void list(List<?> list, StringBuilder out) {
        out.append('[');
        for (Iterator<?> it = list.iterator(); it.hasNext(); ) {
            write(it.next(), out);
            out.append(it.hasNext() ? ", " : "");
        }
        out.append(']');
    }

    private static void text(String s, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        out.append("\\u%04x".formatted((int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    /** Python's repr: shortest digits that round-trip, an exponent only below 1e-4 and from 1e16 on. */
    static String decimal(double d) {
        if (Double.isNaN(d)) {
            return "NaN";
        }
        if (Double.isInfinite(d)) {
            return d > 0 ? "Infinity" : "-Infinity";
        }
        if (d == 0) {
            return 1 / d < 0 ? "-0.0" : "0.0";
        }
        BigDecimal exact = shortest(d);
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            String plain = exact.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = exact.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return "%s%se%s%02d".formatted(d < 0 ? "-" : "", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /** Java always writes two digits, even where one would do, as in 5e-324. */
    private static BigDecimal shortest(double d) {
        BigDecimal digits = new BigDecimal(Double.toString(d)).stripTrailingZeros();
        BigDecimal one = digits.round(new MathContext(1));
        return one.doubleValue() == d ? one : digits;
    }
}
