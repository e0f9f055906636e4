package io.manta.controller.flow;

/** Numbers of things as people write them. */
public final class Count {
    private Count() {}

    /** {@code 1 machine}, {@code 2 machines}. */
    public static String of(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
