package io.manta.core.schedule;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Equal pieces of demand, counted together; the unit in which the packing works. */
final class Kind {
    /**
     * What makes pieces equal.
     *
     * @param selectors each a list of alternatives; one of each list must hold
     * @param apart pieces of this gang never share a node; empty when there is no such rule
     * @param avoid a node label that rules a node out
     * @param require a node label that a node must have
     */
    record Key(
            Resources shape,
            List<List<LabelSelector>> selectors,
            Optional<String> apart,
            Optional<String> avoid,
            Optional<String> require) {
        /** The same in words, whatever the order in which sets were built. */
        String text() {
            var words = new StringBuilder(shape.toString());
            for (List<LabelSelector> alternatives : selectors) {
                for (LabelSelector selector : alternatives) {
                    words.append(" or");
                    selector.terms()
                            .forEach(t -> words.append(' ')
                                    .append(t.key())
                                    .append(t.negated() ? " not in " : " in ")
                                    .append(new TreeSet<>(t.values())));
                }
                words.append(';');
            }
            return words.append(apart).append(avoid).append(require).toString();
        }

        /** Which alternative a node with these labels satisfies, 0 being the first choice; -1 for none. */
        int rank(Map<String, String> labels) {
            if ((avoid.isPresent() && labels.containsKey(avoid.get()))
                    || (require.isPresent() && !labels.containsKey(require.get()))) {
                return -1;
            }
            int worst = 0;
            for (List<LabelSelector> alternatives : selectors) {
                int rank = LabelSelector.rank(alternatives, labels);
                if (rank < 0) {
                    return -1;
                }
                worst = Math.max(worst, rank);
            }
            return worst;
        }
    }

    /**
     * Where pieces come from.
     *
     * @param request index of a request, or -1
     * @param gang index of a gang, or -1
     * @param bundles the gang's bundles that are one piece; empty for a request
     */
    record Source(int request, int gang, List<Integer> bundles, long count) {}

    final Key key;
    final List<Source> sources = new ArrayList<>();
    long count;

    Kind(Key key) {
        this.key = key;
    }

    void add(Source source) {
        sources.add(source);
        count += source.count();
    }
}
