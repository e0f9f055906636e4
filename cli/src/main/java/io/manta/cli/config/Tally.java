package io.manta.cli.config;

import io.manta.spi.model.Problem;
import io.manta.spi.model.Problem.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How many problems a file has, in one line. */
final class Tally {
    private Tally() {}

    static String of(String file, List<Problem> problems) {
        var parts = new ArrayList<String>();
        for (Level level : Level.values()) {
            long count = problems.stream().filter(p -> p.level() == level).count();
            if (count > 0) {
                parts.add(count + " " + level.name().toLowerCase(Locale.ROOT) + (count > 1 ? "s" : ""));
            }
        }
        return file + ": " + (parts.isEmpty() ? "no problems" : String.join(", ", parts));
    }
}
