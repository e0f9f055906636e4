package io.manta.config.yaml;

import org.jspecify.annotations.Nullable;

/**
 * A single value.
 *
 * @param data String, Long, java.math.BigInteger, Double, Boolean, {@link Timestamp} or null
 * @param text as written
 * @param quoted whether it was written in quotes or as a block of text
 */
public record Scalar(@Nullable Object data, String text, boolean quoted, Origin origin) implements Value {
    /** A date, which YAML makes of texts such as 2026-01-31. */
    public record Timestamp(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    public static Scalar of(Object data, Origin origin) {
        return new Scalar(data, data.toString(), data instanceof String, origin);
    }

    public boolean isNull() {
        return data == null;
    }

    @Override
    public @Nullable Object plain() {
        return data instanceof Timestamp date ? date.text() : data;
    }

    @Override
    public @Nullable Object settings() {
        return plain();
    }

    @Override
    public Scalar from(Origin newOrigin) {
        return new Scalar(data, text, quoted, newOrigin);
    }

    @Override
    public String kind() {
        return switch (data) {
            case null -> "nothing";
            case String s -> "the text \"" + shortened(s) + "\"";
            case Boolean b ->
                b.toString().equalsIgnoreCase(text) ? "the truth value " + b : text + ", which YAML reads as " + b;
            case Timestamp t -> "the date " + t;
            case Number n ->
                n.toString().equals(text)
                        ? "the number " + n
                        : shortened(text) + ", which YAML reads as the number " + n;
            default -> "the value " + shortened(text);
        };
    }

    private static String shortened(String s) {
        String line = s.lines().findFirst().orElse("");
        return line.length() > 40 ? line.substring(0, 37) + "..." : line;
    }
}
