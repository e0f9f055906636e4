package io.manta.spi.ray;

import java.util.List;
import java.util.Map;
import java.util.Set;

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
