package io.manta.spi.remote;

import java.util.ArrayList;
import java.util.List;

/** rsync's exclude patterns, for what must agree with rsync without asking it. Paths are relative to the copied directory. */
public record IgnoreRules(List<PathPattern> patterns) {
    public static IgnoreRules of(List<String> excludes) {
        return new IgnoreRules(List.of()).plus("", excludes);
    }

    /** @param base the directory whose ignore file holds the lines, with a slash at the end, or empty */
    public IgnoreRules plus(String base, List<String> lines) {
        var all = new ArrayList<>(patterns);
        for (String line : lines) {
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith("!")) {
                all.add(PathPattern.of(text, base));
            }
        }
        return new IgnoreRules(List.copyOf(all));
    }

    public boolean ignores(String path, boolean directory) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path, directory));
    }
}
