package io.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.testkit.Seeds;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScheduleBenchTest {
    private static Map<String, Object> solve(Map<String, Object> problem) throws IOException {
        return JSON.std.mapFrom(ScheduleBench.line(SchedProblemReader.read(problem), false));
    }

    private static Map<String, Object> checked(Map<String, Object> problem) throws IOException {
        var answer = solve(problem);
        assertThat(PlacementChecker.faults(problem, answer)).isEmpty();
        return answer;
    }

    private static ProblemMaker maker() {
        return new ProblemMaker(new SplittableRandom(1));
    }

    @Test
    void manyEqualRequestsArePackedWithoutWaste() throws IOException {
        var answer = checked(maker().equalRequests(100_000));
        assertThat(answer.get("launch")).isEqualTo(Map.of("m-16", 6250));
    }

    @Test
    void oneByOneIsTheSameAsCounted() throws IOException {
        var problem = maker().equalRequests(5_000);
        var counted = checked(problem);
        problem.put("request_mode", "ungrouped");
        assertThat(checked(problem).get("launch")).isEqualTo(counted.get("launch"));
    }

    @Test
    void largeProblemsOfEveryKindAreServedCompletely() throws IOException {
        for (var problem : List.of(
                maker().manyShapes(120, 150),
                maker().manyShapes(300, 6),
                maker().manyNodes(2_000),
                maker().gangs(100, "PACK"),
                maker().gangs(100, "SPREAD"),
                maker().gangs(100, "STRICT_PACK"),
                maker().gangs(100, "STRICT_SPREAD"))) {
            var answer = checked(problem);
            assertThat((List<?>) answer.get("infeasible_requests"))
                    .as("%s", problem.get("name"))
                    .isEmpty();
            assertThat((List<?>) answer.get("infeasible_gangs"))
                    .as("%s", problem.get("name"))
                    .isEmpty();
        }
    }

    @Test
    void answersUnderTightLimitsAreValid() {
        Seeds.forAll(1_500, random -> checked(new ProblemMaker(random).tight()));
    }

    @Test
    void theCheckerFindsFaults() throws IOException {
        var problem = maker().equalRequests(20);
        var answer = solve(problem);
        answer.put("launch", Map.of("m-16", 1));
        assertThat(PlacementChecker.faults(problem, answer)).isNotEmpty();
        var overfull = solve(problem);
        overfull.put(
                "placements",
                List.of(Map.of(
                        "node", "new-1", "type", "m-16", "requests", List.of(List.of(0, 20)), "bundles", List.of())));
        overfull.put("launch", Map.of("m-16", 1));
        assertThat(PlacementChecker.faults(problem, overfull)).containsExactly("new-1 holds 20.0 CPU of 16.0");
    }
}
