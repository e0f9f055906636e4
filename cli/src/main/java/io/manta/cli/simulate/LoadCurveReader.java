package io.manta.cli.simulate;

import io.manta.cli.simulate.LoadCurve.Burst;
import io.manta.cli.simulate.LoadCurve.Flow;
import io.manta.cli.simulate.LoadCurve.Load;
import io.manta.cli.simulate.LoadCurve.Point;
import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads load curves from YAML. */
final class LoadCurveReader {
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h|d)?");

    private LoadCurveReader() {}

    static LoadCurve read(Path file) throws ProblemException {
        try {
            Object yaml = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            return curve(map(yaml));
        } catch (IOException | YAMLException | IllegalArgumentException e) {
            throw new ProblemException(Problem.error(
                    "SIMULATE-LOAD",
                    "cannot read the load curve " + file + ": " + e.getMessage(),
                    "",
                    "see `manta simulate --help` for what it may contain"));
        }
    }

    private static LoadCurve curve(Map<String, Object> map) {
        Map<String, Object> cloud = map(map.getOrDefault("cloud", Map.of()));
        var capacity = new HashMap<String, Integer>();
        map(cloud.getOrDefault("capacity", Map.of())).forEach((type, n) -> capacity.put(type, (int) number(n)));
        var loads = new ArrayList<Load>();
        for (Object load : list(map.get("loads"))) {
            loads.add(load(map(load)));
        }
        return new LoadCurve(
                duration(map.getOrDefault("duration", "1h")),
                duration(map.getOrDefault("tick", "10s")),
                (long) number(map.getOrDefault("seed", 1)),
                duration(cloud.getOrDefault("boot", "90s")),
                duration(cloud.getOrDefault("stop", "30s")),
                number(cloud.getOrDefault("setup_failures", 0)),
                number(cloud.getOrDefault("preemptions_per_hour", 0)),
                capacity,
                loads);
    }

    private static Load load(Map<String, Object> map) {
        var amounts = new HashMap<String, Number>();
        map(map.getOrDefault("resources", Map.of("CPU", 1))).forEach((name, n) -> amounts.put(name, number(n)));
        Resources shape = Resources.of(amounts);
        Duration takes = duration(map.getOrDefault("takes", "1m"));
        if (map.containsKey("count")) {
            return new Burst(
                    shape, takes, duration(map.getOrDefault("at", "0s")), (long) number(map.getOrDefault("count", 1)));
        }
        var points = new ArrayList<Point>();
        for (Object point : list(map.get("per_minute"))) {
            List<?> pair = list(point);
            points.add(new Point(duration(pair.get(0)), number(pair.get(1))));
        }
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a load needs count (and at), or per_minute: [[TIME, RATE], ...]");
        }
        return new Flow(shape, takes, points);
    }

    private static Duration duration(Object value) {
        Matcher matcher = DURATION.matcher(String.valueOf(value).strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a duration: " + value + " (write 30s, 5m, 2h)");
        }
        double amount = Double.parseDouble(matcher.group(1));
        double seconds = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
            case "ms" -> amount / 1000;
            case "m" -> amount * 60;
            case "h" -> amount * 3600;
            case "d" -> amount * 86_400;
            default -> amount;
        };
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static double number(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException("not a number: " + value);
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static Map<String, Object> map(Object value) {
        if (!(value instanceof Map<?, ?> given)) {
            throw new IllegalArgumentException("not a mapping: " + value);
        }
        var out = new HashMap<String, Object>();
        given.forEach((key, v) -> out.put(String.valueOf(key), v));
        return out;
    }
}
