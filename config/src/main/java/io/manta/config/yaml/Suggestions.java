package io.manta.config.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what someone probably meant. */
public final class Suggestions {
    private Suggestions() {}

    /** The nearest of the candidates, when one is near enough to be a slip of the fingers. */
    public static Optional<String> nearest(String written, Collection<String> candidates) {
        String norm = normal(written);
        int budget = norm.length() <= 3 ? 1 : norm.length() <= 6 ? 2 : 1 + norm.length() / 4;
        return candidates.stream()
                .filter(c -> !c.equals(written))
                .filter(c -> Math.abs(c.length() - written.length()) <= budget)
                .filter(c -> distance(norm, normal(c)) <= budget)
                .min(Comparator.comparingInt((String c) -> distance(norm, normal(c)))
                        .thenComparing(c -> c));
    }

    /** A sentence to append, or nothing. */
    public static String didYouMean(String written, Collection<String> candidates, String prefix) {
        return nearest(written, candidates)
                .map(c -> "; did you mean `" + prefix + c + "`?")
                .orElse("");
    }

    private static String normal(String s) {
        return s.toLowerCase(Locale.ROOT).replace('-', '_');
    }

    /** Insertions, deletions, changes and swaps of neighbours. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
