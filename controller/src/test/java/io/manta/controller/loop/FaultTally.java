package io.manta.controller.loop;

import io.manta.core.model.NodeState;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What all runs together have seen and done: the table in bench/README.md. */
final class FaultTally {
    private final Map<String, Long> faults = new TreeMap<>();
    private final Map<NodeState, Set<NodeState>> visited = new EnumMap<>(NodeState.class);
    long runs;
    long rounds;
    long machinesLeft;
    long secondHeads;
    long roundsOverTheLimit;

    void fault(String kind) {
        faults.merge(kind, 1L, Long::sum);
    }

    void visit(NodeState from, NodeState to) {
        visited.computeIfAbsent(from, s -> EnumSet.noneOf(NodeState.class)).add(to);
    }

    /** Changes of state that are allowed and that no run has seen. */
    Set<String> unseen() {
        var unseen = new TreeSet<String>();
        for (NodeState from : NodeState.values()) {
            from.next().stream()
                    .filter(to -> !visited.getOrDefault(from, EnumSet.noneOf(NodeState.class))
                            .contains(to))
                    .forEach(to -> unseen.add(from + " -> " + to));
        }
        return unseen;
    }

    /** As Markdown. */
    String table() {
        var out = new StringBuilder("| fault simulation | |\n|---|---|\n");
        row(out, "runs", runs);
        row(out, "rounds", rounds);
        faults.forEach((kind, count) -> row(out, "fault: " + kind, count));
        row(out, "machines left", machinesLeft);
        row(out, "second heads", secondHeads);
        row(out, "rounds over the limit", roundsOverTheLimit);
        return out.toString();
    }

    private static void row(StringBuilder out, String what, long count) {
        out.append(String.format(Locale.ROOT, "| %s | %,d |%n", what, count));
    }
}
