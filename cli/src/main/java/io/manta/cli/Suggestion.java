package io.manta.cli;

import java.util.Collection;
import java.util.Optional;

/** What someone may have meant. */
public final class Suggestion {
    private Suggestion() {}

    /** The nearest of the known words, when one is near enough to be worth saying. */
    public static Optional<String> among(String word, Collection<String> known) {
        String best = "";
        int distance = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int d = distance(word, candidate);
            if (d < distance) {
                distance = d;
                best = candidate;
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one into the other. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
