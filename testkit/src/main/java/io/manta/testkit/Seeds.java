package io.manta.testkit;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Checks a law for many seeds; the seed that breaks it is in the failure, and can be run alone. */
public final class Seeds {
    private static final String ONLY = "seed";

    private Seeds() {}

    /** What must hold whatever the randomness. */
    @FunctionalInterface
    public interface Law {
        void check(RandomGenerator random) throws Exception;
    }

    /** Seeds 0 to count - 1, or only the one in the system property {@code seed}. */
    public static void forAll(int count, Law law) {
        String only = System.getProperty(ONLY);
        if (only != null) {
            check(Long.parseLong(only), law);
            return;
        }
        for (long seed = 0; seed < count; seed++) {
            check(seed, law);
        }
    }

    private static void check(long seed, Law law) {
        try {
            law.check(new SplittableRandom(seed));
        } catch (Exception | AssertionError e) {
            throw new AssertionError("with seed " + seed + " (-Dseed=" + seed + "): " + e.getMessage(), e);
        }
    }
}
