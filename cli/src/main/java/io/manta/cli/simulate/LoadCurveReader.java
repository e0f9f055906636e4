package io.manta.cli.simulate;

import io.manta.cli.simulate.LoadCurve.Burst;
import io.manta.cli.simulate.LoadCurve.Flow;
import io.manta.cli.simulate.LoadCurve.Load;
import io.manta.cli.simulate.LoadCurve.Point;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Suggestions;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads load curves from YAML; all mistakes are told at once, each with its place. */
final class LoadCurveReader {
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h|d)?");
    private static final List<String> KEYS = List.of("duration", "tick", "seed", "cloud", "loads");
    private static final List<String> CLOUD_KEYS =
            List.of("boot", "stop", "setup_failures", "preemptions_per_hour", "capacity");
    private static final List<String> LOAD_KEYS = List.of("resources", "takes", "at", "count", "per_minute");

    private final List<Problem> problems = new ArrayList<>();

    private LoadCurveReader() {}

    static LoadCurve read(Path file) throws ProblemException {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "SIMULATE-LOAD",
                    e instanceof NoSuchFileException ? "there is no file " + file : "cannot read " + file + ": " + e,
                    "--load names the YAML file with the load",
                    "`manta simulate --help` shows what it may contain"));
        }
        var reader = new LoadCurveReader();
        Optional<Value> yaml = YamlReader.read(new Source(file.toString(), text), reader.problems::add);
        Fields top = yaml.map(reader::fields).orElseGet(() -> Fields.empty(new Origin.Default("simulate")));
        LoadCurve curve = reader.curve(top);
        if (reader.problems.stream().anyMatch(Problem::isError)) {
            throw new ProblemException(reader.problems);
        }
        return curve;
    }

    private LoadCurve curve(Fields top) {
        onlyKnown(top, KEYS);
        Fields cloud = top.get("cloud").map(this::fields).orElseGet(() -> Fields.empty(top.origin()));
        onlyKnown(cloud, CLOUD_KEYS);
        var capacity = new HashMap<String, Integer>();
        amounts(cloud, "capacity").forEach((type, n) -> capacity.put(type, n.intValue()));
        var loads = new ArrayList<Load>();
        items(top, "loads").forEach(value -> load(fields(value)).ifPresent(loads::add));
        if (loads.isEmpty() && problems.isEmpty()) {
            wrong(top.origin(), "there is no load", "add `loads:` with at least one entry");
        }
        return new LoadCurve(
                duration(top, "duration", Duration.ofHours(1)),
                duration(top, "tick", Duration.ofSeconds(10)),
                (long) number(top, "seed", 1),
                duration(cloud, "boot", Duration.ofSeconds(90)),
                duration(cloud, "stop", Duration.ofSeconds(30)),
                number(cloud, "setup_failures", 0),
                number(cloud, "preemptions_per_hour", 0),
                capacity,
                loads);
    }

    private Optional<Load> load(Fields load) {
        onlyKnown(load, LOAD_KEYS);
        Map<String, Number> amounts = amounts(load, "resources");
        Resources shape = Resources.of(amounts.isEmpty() ? Map.of("CPU", 1) : amounts);
        Duration takes = duration(load, "takes", Duration.ofMinutes(1));
        if (load.has("count")) {
            return Optional.of(
                    new Burst(shape, takes, duration(load, "at", Duration.ZERO), (long) number(load, "count", 1)));
        }
        var points = new ArrayList<Point>();
        for (Value point : items(load, "per_minute")) {
            if (point instanceof Items pair && pair.values().size() == 2) {
                points.add(new Point(
                        duration(pair.values().get(0)), number(pair.values().get(1))));
            } else {
                wrong(
                        point.origin(),
                        "a point is " + point.kind(),
                        "write [TIME, TASKS PER MINUTE], such as [8h, 200]");
            }
        }
        if (points.isEmpty()) {
            wrong(
                    load.origin(),
                    "this load says neither how many nor how often",
                    "add `count: N` (and `at: TIME`), or `per_minute: [[TIME, RATE], ...]`");
            return Optional.empty();
        }
        return Optional.of(new Flow(shape, takes, points));
    }

    private void onlyKnown(Fields fields, List<String> known) {
        for (String key : fields.keys()) {
            if (!known.contains(key)) {
                String meant = Suggestions.nearest(key, known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("known here: " + String.join(", ", known));
                wrong(fields.keyOrigin(key), "unknown key " + key, meant);
            }
        }
    }

    private Fields fields(Value value) {
        if (value instanceof Fields fields) {
            return fields;
        }
        wrong(value.origin(), "a mapping is needed here, this is " + value.kind(), "");
        return Fields.empty(value.origin());
    }

    private List<? extends Value> items(Fields fields, String key) {
        Optional<Value> value = fields.get(key);
        if (value.isPresent() && value.get() instanceof Items items) {
            return items.values();
        }
        value.ifPresent(v -> wrong(v.origin(), key + " must be a list, this is " + v.kind(), ""));
        return List.of();
    }

    private Map<String, Number> amounts(Fields fields, String key) {
        var out = new HashMap<String, Number>();
        fields.get(key)
                .map(this::fields)
                .ifPresent(table -> table.keys()
                        .forEach(name -> out.put(name, number(table.get(name).orElseThrow()))));
        return out;
    }

    private double number(Fields fields, String key, double otherwise) {
        return fields.get(key).map(this::number).orElse(otherwise);
    }

    private double number(Value value) {
        if (value instanceof Scalar scalar && scalar.data() instanceof Number number && number.doubleValue() >= 0) {
            return number.doubleValue();
        }
        wrong(value.origin(), "a number of at least 0 is needed here, this is " + value.kind(), "");
        return 0;
    }

    private Duration duration(Fields fields, String key, Duration otherwise) {
        return fields.get(key).map(this::duration).orElse(otherwise);
    }

    private Duration duration(Value value) {
        Matcher matcher =
                DURATION.matcher(value instanceof Scalar scalar ? scalar.text().strip() : "");
        if (!matcher.matches()) {
            wrong(value.origin(), "a duration is needed here, this is " + value.kind(), "write 30s, 5m, 2h or 1d");
            return Duration.ofSeconds(1);
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

    private void wrong(Origin origin, String what, String fix) {
        Problem problem = Problem.error(
                "SIMULATE-LOAD", what, "", fix.isEmpty() ? "`manta simulate --help` shows what it may contain" : fix);
        problems.add(origin.at().map(problem::at).orElse(problem));
    }
}
