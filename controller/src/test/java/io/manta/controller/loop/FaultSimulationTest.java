package io.manta.controller.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Thousands of clusters in a bad world; see {@link FaultRun}. */
class FaultSimulationTest {
    private static final int RUNS = Integer.getInteger("fault.runs", 2_000);
    private static final int ROUNDS = 40;

    @Test
    void inEveryRoundThereIsOneHeadAndALimitAndInTheEndNothingIsLeft() {
        var tally = new FaultTally();
        Seeds.forAll(RUNS, random -> new FaultRun(random, tally).live(ROUNDS));
        System.out.println(tally.table());
        if (tally.runs >= 1_000) {
            // Only where a list names machines that have ended; this cloud leaves them out.
            assertThat(tally.unseen()).isSubsetOf("DRAINING -> GONE", "RUNNING -> GONE");
        }
        assertThat(tally.machinesLeft + tally.secondHeads + tally.roundsOverTheLimit)
                .isZero();
    }
}
