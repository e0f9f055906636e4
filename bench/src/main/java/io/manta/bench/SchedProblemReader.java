package io.manta.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.bench.SchedProblem.Existing;
import io.manta.bench.SchedProblem.GroupWanted;
import io.manta.bench.SchedProblem.Type;
import io.manta.bench.SchedProblem.Wanted;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads problem files. */
final class SchedProblemReader {
    private SchedProblemReader() {}

    static SchedProblem read(Path file) throws IOException {
        return read(JSON.std.mapFrom(Files.readString(file)));
    }

    static SchedProblem read(Map<String, Object> json) {
        Map<String, Object> config = map(json.get("config"));
        boolean unchecked = !Boolean.FALSE.equals(config.get("disable_launch_config_check"));
        var availability = new HashMap<String, Double>();
        map(map(json.get("availability")).get("cloud"))
                .forEach((type, score) -> availability.put(type, ((Number) score).doubleValue()));
        return new SchedProblem(
                text(json, "name"),
                number(config, "max_num_nodes").map(Double::intValue).filter(n -> n > 0),
                number(config, "idle_timeout_s"),
                !unchecked,
                list(json.get("node_types")).stream()
                        .map(SchedProblemReader::type)
                        .toList(),
                list(json.get("nodes")).stream().map(SchedProblemReader::node).toList(),
                list(json.get("requests")).stream()
                        .map(SchedProblemReader::wanted)
                        .toList(),
                !"ungrouped".equals(json.get("request_mode")),
                list(json.get("gangs")).stream().map(SchedProblemReader::gang).toList(),
                list(json.get("constraints")).stream()
                        .map(SchedProblemReader::wanted)
                        .toList(),
                availability);
    }

    private static Type type(Map<String, Object> json) {
        return new Type(
                text(json, "name"),
                resources(json.get("resources")),
                number(json, "min").orElse(0.0).intValue(),
                number(json, "max").orElse(0.0).intValue(),
                strings(json.get("labels")),
                number(json, "priority").orElse(0.0).intValue(),
                number(json, "idle_timeout_s"),
                text(json, "launch_config_hash"),
                number(json, "price_per_hour").map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    }

    private static Existing node(Map<String, Object> json) {
        String status = text(json, "status");
        return new Existing(
                text(json, "id"),
                text(json, "type"),
                "head".equals(json.get("kind")),
                status.isEmpty() || status.equals("RAY_RUNNING"),
                resources(json.get("total")),
                resources(json.get("available")),
                strings(json.get("labels")),
                number(json, "idle_ms").orElse(0.0),
                texts(json.get("strict_spread_gangs")),
                Optional.ofNullable((String) json.get("launch_config_hash")));
    }

    private static Wanted wanted(Map<String, Object> json) {
        return new Wanted(
                resources(json.get("resources")),
                selectors(json.get("label_selectors")),
                number(json, "count").orElse(1.0).longValue(),
                json);
    }

    private static GroupWanted gang(Map<String, Object> json) {
        var bundles = list(json.get("bundles")).stream()
                .map(b -> new Demand.Bundle(resources(b.get("resources")), selectors(b.get("label_selectors"))))
                .toList();
        return new GroupWanted(text(json, "id"), Demand.Strategy.valueOf(text(json, "strategy")), bundles);
    }

    private static List<LabelSelector> selectors(@Nullable Object json) {
        var out = new ArrayList<LabelSelector>();
        if (json instanceof List<?> alternatives) {
            for (Object alternative : alternatives) {
                out.add(new LabelSelector(list(alternative).stream()
                        .map(t -> new LabelSelector.Term(
                                text(t, "key"), "not_in".equals(t.get("op")), new HashSet<>(texts(t.get("values")))))
                        .toList()));
            }
        }
        return out;
    }

    private static Resources resources(@Nullable Object json) {
        var amounts = new HashMap<String, Number>();
        map(json).forEach((name, amount) -> amounts.put(name, (Number) amount));
        return Resources.of(amounts);
    }

    private static Optional<Double> number(Map<String, Object> json, String key) {
        return json.get(key) instanceof Number n ? Optional.of(n.doubleValue()) : Optional.empty();
    }

    private static String text(Map<String, Object> json, String key) {
        return json.get(key) instanceof String s ? s : "";
    }

    private static List<String> texts(@Nullable Object json) {
        return json instanceof List<?> all ? all.stream().map(Object::toString).toList() : List.of();
    }

    private static Map<String, String> strings(@Nullable Object json) {
        var out = new HashMap<String, String>();
        map(json).forEach((key, value) -> out.put(key, value.toString()));
        return out;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object json) {
        return json instanceof Map<?, ?> m ? (Map<String, Object>) m : Map.of();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(@Nullable Object json) {
        return json instanceof List<?> all ? (List<Map<String, Object>>) (List<?>) all : List.of();
    }
}
