package io.manta.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Answers to thousands of small problems against the best there is, found by trying everything. */
class SmallProblemsTest {
    private static final int SEEDS = Integer.getInteger("schedule.seeds", 3_000);

    @Test
    void nothingIsLeftOverThatCouldBeServedAndNothingIsPaidTooMuch() {
        var worse = new ArrayList<String>();
        for (long seed = 0; seed < SEEDS; seed++) {
            var problem = new SmallProblem(seed).make();
            var schedule = new CostAwareScheduler().schedule(problem);
            assertThat(ScheduleCheck.faults(problem, schedule))
                    .as("seed %s", seed)
                    .isEmpty();
            var best = ExhaustiveSearch.best(problem);
            long pieces = schedule.leftOver() - schedule.gangs().size();
            double price = hasPreferences(problem.demand()) ? best.cost() : schedule.price(problem.stock());
            var ours = new ExhaustiveSearch.Best(schedule.gangs().size(), pieces, price);
            if (best.isBetterThan(ours)) {
                worse.add("seed " + seed + ": " + ours + " instead of " + best);
            }
        }
        assertThat(worse).isEmpty();
    }

    /** A node that a request would rather have may cost more. */
    private static boolean hasPreferences(Demand demand) {
        return Stream.concat(
                        Stream.concat(demand.requests().stream(), demand.floor().stream())
                                .map(Demand.Request::selectors),
                        demand.gangs().stream()
                                .flatMap(g -> g.bundles().stream())
                                .map(Demand.Bundle::selectors))
                .anyMatch(s -> s.size() > 1);
    }
}
