package io.manta.core.plan;

import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.LabelSelector.Term;
import java.util.List;
import java.util.stream.Collectors;

/** Says why no node type has the labels that are asked for, and which label keeps a type out that has the resources. */
final class LabelReasons {
    private final List<Stock> types;
    private final Resources shape;

    LabelReasons(List<Stock> types, Resources shape) {
        this.types = types;
        this.shape = shape;
    }

    String why(List<LabelSelector> alternatives) {
        String why = alternatives.stream().map(this::why).distinct().collect(Collectors.joining("; "));
        return why
                + types.stream()
                        .filter(t -> !shape.isEmpty() && shape.fitsIn(t.resources()))
                        .findFirst()
                        .map(t -> "; type " + t.type() + " has the resources, but " + has(t, alternatives.getFirst()))
                        .orElse("");
    }

    private String why(LabelSelector selector) {
        return selector.terms().stream()
                .filter(term -> types.stream().noneMatch(t -> term.matches(t.labels())))
                .findFirst()
                .map(term -> term.negated() ? "every type has label " + positive(term) : "no type has label " + term)
                .orElse("no single type has labels " + selector);
    }

    private static Term positive(Term term) {
        return new Term(term.key(), false, term.values());
    }

    private static String has(Stock type, LabelSelector selector) {
        Term term = selector.terms().stream()
                .filter(t -> !t.matches(type.labels()))
                .findFirst()
                .orElseThrow();
        String value = type.labels().get(term.key());
        return value == null ? "no label " + term.key() : term.key() + "=" + value;
    }
}
