package io.manta.spi.ray;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Terms on node labels that must all hold; an empty selector matches every node. */
public record LabelSelector(List<Term> terms) {
    public static final LabelSelector ANY = new LabelSelector(List.of());

    /** One condition; a missing label passes a negated one. */
    public record Term(String key, boolean negated, Set<String> values) {
        public Term {
            values = Set.copyOf(values);
        }

        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return negated ? value == null || !values.contains(value) : value != null && values.contains(value);
        }

        /** Such as {@code region=eu}, {@code zone in (z1, z2)}, {@code market!=spot}. */
        @Override
        public String toString() {
            String all = values.stream().sorted().collect(Collectors.joining(", "));
            return values.size() == 1
                    ? key + (negated ? "!=" : "=") + all
                    : key + (negated ? " not in (" : " in (") + all + ")";
        }
    }

    public LabelSelector {
        terms = List.copyOf(terms);
    }

    public boolean matches(Map<String, String> labels) {
        for (Term term : terms) {
            if (!term.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** The terms, or {@code any node}. */
    @Override
    public String toString() {
        return terms.isEmpty() ? "any node" : terms.stream().map(Term::toString).collect(Collectors.joining(" and "));
    }

    /** Alternatives in order of preference, as a clause that follows what asks for them; empty where any node will do. */
    public static String words(List<LabelSelector> alternatives) {
        return alternatives.isEmpty()
                ? ""
                : " with "
                        + alternatives.stream().map(LabelSelector::toString).collect(Collectors.joining(", or else "));
    }

    /** Which alternative these labels satisfy, 0 being the first choice; -1 for none. */
    public static int rank(List<LabelSelector> alternatives, Map<String, String> labels) {
        if (alternatives.isEmpty()) {
            return 0;
        }
        for (int i = 0; i < alternatives.size(); i++) {
            if (alternatives.get(i).matches(labels)) {
                return i;
            }
        }
        return -1;
    }
}
