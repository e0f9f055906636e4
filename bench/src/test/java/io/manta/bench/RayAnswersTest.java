package io.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small clusters with the answers that Ray 2.60's own autoscaler gave: never less served, never dearer, as many ends. */
@NullUnmarked // walks JSON as it was read, where anything may be absent
class RayAnswersTest {
    @SuppressWarnings("unchecked")
    static Stream<Map<String, Object>> vectors() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(RayAnswersTest.class.getResourceAsStream("/ray-2.60-answers.json"))) {
            return ((List<Map<String, Object>>) (List<?>) JSON.std.listFrom(in)).stream();
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void isNoWorseThanRay(Map<String, Object> vector) throws IOException {
        var problem = map(vector.get("problem"));
        var ray = map(vector.get("answer"));
        var ours = JSON.std.mapFrom(ScheduleBench.line(SchedProblemReader.read(problem), false));

        assertThat(PlacementChecker.faults(problem, ours)).isEmpty();
        assertThat(gangs(ray)).containsAll(gangs(ours));
        unserved(ours)
                .forEach((shape, count) -> assertThat(count)
                        .as("unserved %s", shape)
                        .isLessThanOrEqualTo(unserved(ray).getOrDefault(shape, 0L)));
        assertThat(price(problem, ours)).isLessThanOrEqualTo(price(problem, ray) + 1e-6);
        var ends = ends(ours);
        ends(ray).forEach((cause, count) -> {
            if (cause.equals("IDLE")) {
                assertThat(ends.getOrDefault(cause, 0)).as(cause).isGreaterThanOrEqualTo(count);
            } else {
                assertThat(ends.getOrDefault(cause, 0)).as(cause).isEqualTo(count);
            }
        });
    }

    private static List<String> gangs(Map<String, Object> answer) {
        return ((List<?>) answer.getOrDefault("infeasible_gangs", List.of()))
                .stream().map(Object::toString).toList();
    }

    private static Map<String, Long> unserved(Map<String, Object> answer) {
        var out = new HashMap<String, Long>();
        for (Object entry : (List<?>) answer.getOrDefault("infeasible_requests", List.of())) {
            var shape = new HashMap<String, Double>();
            map(map(entry).get("resources"))
                    .forEach((name, amount) -> shape.put(name, ((Number) amount).doubleValue()));
            out.merge(new TreeMap<>(shape).toString(), ((Number) map(entry).get("count")).longValue(), Long::sum);
        }
        return out;
    }

    private static Map<String, Integer> ends(Map<String, Object> answer) {
        var out = new HashMap<String, Integer>();
        for (Object entry : (List<?>) answer.getOrDefault("terminate", List.of())) {
            out.merge((String) map(entry).get("cause"), 1, Integer::sum);
        }
        return out;
    }

    private static double price(Map<String, Object> problem, Map<String, Object> answer) {
        var prices = new HashMap<String, Double>();
        for (Object type : (List<?>) problem.getOrDefault("node_types", List.of())) {
            prices.put((String) map(type).get("name"), ((Number) map(type).get("price_per_hour")).doubleValue());
        }
        return map(answer.get("launch")).entrySet().stream()
                .mapToDouble(e -> prices.getOrDefault(e.getKey(), 0.0) * ((Number) e.getValue()).intValue())
                .sum();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object json) {
        return (Map<String, Object>) Objects.requireNonNull(json);
    }
}
