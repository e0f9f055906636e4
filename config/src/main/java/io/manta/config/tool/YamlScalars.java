package io.manta.config.tool;

import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.YamlReader;
import java.util.Optional;

/** Writes single values so that they read back as what they are. */
final class YamlScalars {
    private YamlScalars() {}

    static String write(Scalar scalar) {
        return switch (scalar.data()) {
            case null -> "null";
            case String text -> text(text);
            case Double d when d == Math.rint(d) && Math.abs(d) < 1e15 -> String.valueOf(d);
            case Double d -> plainDecimal(d);
            case Object other -> other.toString();
        };
    }

    static String text(String text) {
        if (!text.isEmpty() && text.length() < 4000 && text.indexOf('\n') < 0 && readsBack(text)) {
            return text;
        }
        return quoted(text);
    }

    /** In a flow collection, brackets and commas end a plain text. */
    static String flowText(String text) {
        String plain = text(text);
        return plain.startsWith("\"") || plain.matches("[\\w./~$@%+-]([\\w./~$@%+ -]*[\\w./~$@%+-])?")
                ? plain
                : quoted(text);
    }

    private static boolean readsBack(String text) {
        return YamlReader.read(new Source("", "a: " + text + "\n"), problem -> {})
                .map(v -> v.plain())
                .equals(Optional.of(java.util.Map.of("a", text)));
    }

    private static String quoted(String text) {
        var out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < 0x20 || c == 0x7f || (c >= 0x80 && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xFEFF) {
                        out.append("\\u%04x".formatted(c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append('"').toString();
    }

    /** YAML 1.1 reads an exponent only with a point and a sign. */
    private static String plainDecimal(double d) {
        if (Double.isNaN(d)) {
            return ".nan";
        }
        if (Double.isInfinite(d)) {
            return d > 0 ? ".inf" : "-.inf";
        }
        return new java.math.BigDecimal(Double.toString(d)).toPlainString();
    }
}
