package io.manta.remote.ssh;

import io.manta.remote.process.PathPattern;
import java.util.ArrayList;
import java.util.List;

/** rsync's exclude patterns, for when rsync is not there to apply them. Paths are relative to the copied directory. */
record IgnoreRules(List<PathPattern> patterns) {
    static IgnoreRules of(List<String> excludes) {
        return new IgnoreRules(List.of()).plus("", excludes);
    }

    /** @param base the directory whose ignore file holds the lines, with a slash at the end, or empty */
    IgnoreRules plus(String base, List<String> lines) {
        var all = new ArrayList<>(patterns);
        for (String line : lines) {
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith("!")) {
                all.add(PathPattern.of(text, base));
            }
        }
        return new IgnoreRules(List.copyOf(all));
    }

    boolean ignores(String path, boolean directory) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path, directory));
    }
}
