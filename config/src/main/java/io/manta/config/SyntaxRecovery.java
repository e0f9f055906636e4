package io.manta.config;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import io.manta.spi.model.Problem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads on behind an error of syntax: the top-level section that holds it is left out, line numbers stay, and the rest of the
 * file can still be checked, so that a user meets all mistakes at once.
 */
final class SyntaxRecovery {
    private static final int TRIES = 5;
    private static final Pattern SECTION = Pattern.compile("([A-Za-z_][\\w-]*)\\s*:.*");

    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> left = new LinkedHashSet<>();

    /** Every error of syntax that was met, in addition to the first one. */
    List<Problem> problems() {
        return problems;
    }

    /** Names of the sections that were left out. */
    Set<String> leftOut() {
        return left;
    }

    /** What can be read without the broken sections; empty when there is nothing or no end of errors. */
    Optional<Fields> read(Source source, Problem first) {
        List<String> lines = new ArrayList<>(source.lines());
        Problem error = first;
        for (int i = 0; i < TRIES; i++) {
            if (error.at().isEmpty() || !blank(lines, error.at().get().line() - 1)) {
                return Optional.empty();
            }
            List<Problem> found = new ArrayList<>();
            Optional<Value> value = YamlReader.read(new Source(source.name(), String.join("\n", lines)), found::add);
            if (value.isPresent()) {
                problems.addAll(found);
                return value.filter(Fields.class::isInstance).map(Fields.class::cast);
            }
            if (found.isEmpty() || found.getFirst().code().equals("CONFIG-EMPTY")) {
                return Optional.empty();
            }
            error = found.getFirst();
            problems.addAll(found);
        }
        return Optional.empty();
    }

    private boolean blank(List<String> lines, int at) {
        int start = Math.min(at, lines.size() - 1);
        while (start >= 0 && !SECTION.matcher(lines.get(start)).matches()) {
            start--;
        }
        if (start < 0) {
            return false;
        }
        Matcher section = SECTION.matcher(lines.get(start));
        if (!section.matches()) {
            return false;
        }
        left.add(section.group(1));
        int end = start + 1;
        while (end < lines.size()
                && (end <= at || !SECTION.matcher(lines.get(end)).matches())) {
            end++;
        }
        for (int i = start; i < end; i++) {
            lines.set(i, "");
        }
        return true;
    }
}
