package io.manta.config.yaml;

import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an unquoted scalar means in YAML 1.1 as PyYAML reads it: {@code yes} is true, {@code 010} is 8, {@code 1:30} is 90, but
 * {@code 1e3} is a text.
 */
final class PlainScalars {
    private static final Map<String, Boolean> TRUTH = Map.ofEntries(
            Map.entry("yes", true),
            Map.entry("Yes", true),
            Map.entry("YES", true),
            Map.entry("no", false),
            Map.entry("No", false),
            Map.entry("NO", false),
            Map.entry("true", true),
            Map.entry("True", true),
            Map.entry("TRUE", true),
            Map.entry("false", false),
            Map.entry("False", false),
            Map.entry("FALSE", false),
            Map.entry("on", true),
            Map.entry("On", true),
            Map.entry("ON", true),
            Map.entry("off", false),
            Map.entry("Off", false),
            Map.entry("OFF", false));
    private static final Pattern INT = Pattern.compile("[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)"
            + "|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
    private static final Pattern FLOAT = Pattern.compile("[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?"
            + "|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
            + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}"
            + "|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \\t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}(?:\\.[0-9]*)?"
            + "(?:[ \\t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?");

    private PlainScalars() {}

    static @Nullable Object meaning(String text) {
        if (text.isEmpty() || text.equals("~") || text.equals("null") || text.equals("Null") || text.equals("NULL")) {
            return null;
        }
        Boolean truth = TRUTH.get(text);
        if (truth != null) {
            return truth;
        }
        char first = text.charAt(0);
        boolean numeric = first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9');
        if (!numeric || text.length() > 400) {
            return text;
        }
        if (INT.matcher(text).matches()) {
            return whole(text);
        }
        if (FLOAT.matcher(text).matches()) {
            return decimal(text);
        }
        return TIMESTAMP.matcher(text).matches() ? new Scalar.Timestamp(text) : text;
    }

    static Object whole(String text) {
        String digits = text.replace("_", "");
        boolean negative = digits.startsWith("-");
        if (negative || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        BigInteger value;
        if (digits.equals("0")) {
            value = BigInteger.ZERO;
        } else if (digits.startsWith("0b")) {
            value = radix(digits.substring(2), 2);
        } else if (digits.startsWith("0x")) {
            value = radix(digits.substring(2), 16);
        } else if (digits.startsWith("0")) {
            value = radix(digits.substring(1), 8);
        } else if (digits.contains(":")) {
            value = BigInteger.ZERO;
            for (String part : digits.split(":", -1)) {
                value = value.multiply(BigInteger.valueOf(60)).add(new BigInteger(part));
            }
        } else {
            value = new BigInteger(digits);
        }
        if (negative) {
            value = value.negate();
        }
        return value.bitLength() < 64 ? (Object) value.longValue() : value;
    }

    private static BigInteger radix(String digits, int radix) {
        return digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits, radix);
    }

    static Double decimal(String text) {
        String digits = text.replace("_", "").toLowerCase(java.util.Locale.ROOT);
        double sign = digits.startsWith("-") ? -1 : 1;
        if (digits.startsWith("-") || digits.startsWith("+")) {
            digits = digits.substring(1);
        }
        if (digits.equals(".inf")) {
            return sign * Double.POSITIVE_INFINITY;
        }
        if (digits.equals(".nan")) {
            return Double.NaN;
        }
        if (digits.contains(":")) {
            double value = 0;
            for (String part : digits.split(":", -1)) {
                value = value * 60 + Double.parseDouble(part);
            }
            return sign * value;
        }
        return sign * Double.parseDouble(digits);
    }
}
