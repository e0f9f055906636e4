package io.manta.config.resolve;

import io.manta.config.yaml.Origin;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Problem.Level;
import io.manta.spi.model.SourceLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Collects problems, each at the place that explains it. */
public final class Findings {
    private final List<Problem> problems = new ArrayList<>();

    public void add(Problem problem) {
        problems.add(problem);
    }

    void error(String code, String what, String why, String fix, Origin at) {
        add(Level.ERROR, code, what, why, fix, at);
    }

    void warning(String code, String what, String why, String fix, Origin at) {
        add(Level.WARNING, code, what, why, fix, at);
    }

    void note(String code, String what, String why, String fix, Origin at) {
        add(Level.NOTE, code, what, why, fix, at);
    }

    private void add(Level level, String code, String what, String why, String fix, Origin at) {
        problems.add(new Problem(code, level, what, why, fix, at.at()));
    }

    public boolean hasErrors() {
        return problems.stream().anyMatch(Problem::isError);
    }

    /** In the order of the text; what has no place comes last; nothing twice. */
    public List<Problem> sorted() {
        if (problems.size() < 2) {
            return List.copyOf(problems);
        }
        Comparator<Problem> byPlace = Comparator.comparing(
                Problem::at,
                Comparator.comparing((Optional<SourceLocation> at) -> at.isEmpty())
                        .thenComparing(at -> at.map(SourceLocation::line).orElse(0))
                        .thenComparing(at -> at.map(SourceLocation::column).orElse(0)));
        return problems.stream().distinct().sorted(byPlace).toList();
    }
}
