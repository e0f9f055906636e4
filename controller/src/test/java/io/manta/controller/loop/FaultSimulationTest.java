package io.manta.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.core.model.NodeState;
import io.manta.testkit.Seeds;
import java.util.EnumSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Thousands of clusters in a bad world; see {@link FaultRun}. */
class FaultSimulationTest {
    private static final int RUNS = Integer.getInteger("fault.runs", 1_000);
    private static final int ROUNDS = 40;

    @Test
    void nothingIsEverLeftBehindAndEveryChangeOfStateIsSeen() {
        Seeds.forAll(RUNS, random -> new FaultRun(random).live(ROUNDS));
        if (RUNS >= 1_000) {
            var unseen = new TreeSet<String>();
            for (NodeState from : NodeState.values()) {
                from.next().stream()
                        .filter(to -> !FaultRun.VISITED
                                .getOrDefault(from, EnumSet.noneOf(NodeState.class))
                                .contains(to))
                        .forEach(to -> unseen.add(from + " -> " + to));
            }
            assertThat(unseen).isEmpty();
        }
    }
}
