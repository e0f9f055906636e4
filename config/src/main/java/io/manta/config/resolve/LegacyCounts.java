package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Old top-level keys that count workers or set the pace: each one still works and yields a note with its modern form. */
final class LegacyCounts {
    private final Findings findings;

    LegacyCounts(Findings findings) {
        this.findings = findings;
    }

    Fields translate(Fields merged) {
        Fields result = pace(merged);
        result = workers(result, "min_workers");
        result = workers(result, "initial_workers");
        if (result.has("worker_default_node_type")) {
            findings.note(
                    "CONFIG-LEGACY-KEY",
                    "`worker_default_node_type` has no meaning any more",
                    "types are chosen by what the work needs",
                    "set `min_workers` of the type you want from the start",
                    result.keyOrigin("worker_default_node_type"));
        }
        return result.without("worker_default_node_type");
    }

    private Fields pace(Fields merged) {
        Fields result = merged;
        if (merged.number("target_utilization_fraction").isPresent()) {
            double fraction = merged.number("target_utilization_fraction").getAsDouble();
            if (fraction > 0 && fraction <= 1) {
                result = speed(result, "target_utilization_fraction", Math.rint((1 / fraction - 1) * 1e6) / 1e6);
            } else {
                findings.error(
                        "CONFIG-RANGE",
                        "`target_utilization_fraction` is " + fraction,
                        "it is a share of the cluster",
                        "write a number above 0, up to 1",
                        merged.keyOrigin("target_utilization_fraction"));
            }
        }
        // Behind the fraction: Ray takes "aggressive" for the stronger word, and "default" for none.
        Optional<String> mode = merged.text("autoscaling_mode");
        if (mode.isPresent() && (mode.get().equals("aggressive") || !merged.has("target_utilization_fraction"))) {
            result = speed(result, "autoscaling_mode", mode.get().equals("aggressive") ? 99999.0 : 1.0);
        }
        return result.without("autoscaling_mode").without("target_utilization_fraction");
    }

    private Fields speed(Fields merged, String key, double speed) {
        Origin at = merged.keyOrigin(key);
        String modern = "`upscaling_speed: " + Scalar.of(speed, at).text() + "`";
        boolean given = merged.get("upscaling_speed")
                .filter(v -> v.origin() instanceof Origin.InFile)
                .isPresent();
        if (given) {
            findings.warning(
                    "CONFIG-LEGACY-IGNORED",
                    "`" + key + "` is ignored",
                    "`upscaling_speed` is there and takes its place",
                    "remove `" + key + "`",
                    at);
            return merged;
        }
        findings.note("CONFIG-LEGACY-KEY", "`" + key + "` is an old key", "it means " + modern, "write " + modern, at);
        return merged.with("upscaling_speed", Scalar.of(speed, new Origin.Legacy(key, at.at())));
    }

    private Fields workers(Fields merged, String key) {
        OptionalLong count = merged.whole(key);
        Fields rest = merged.without(key);
        Optional<Fields> types = merged.table("available_node_types");
        if (count.isEmpty() || types.isEmpty()) {
            return rest;
        }
        Origin at = merged.get(key).map(Value::origin).orElse(merged.origin());
        boolean flag = at instanceof Origin.Flag;
        String name = flag ? at.describe() : "`" + key + "`";
        String head = merged.text("head_node_type").orElse("");
        List<String> workers =
                types.get().keys().stream().filter(t -> !t.equals(head)).toList();
        if (workers.size() != 1) {
            findings.warning(
                    "CONFIG-WORKERS-OF-WHICH-TYPE",
                    name + " is ignored",
                    workers.isEmpty()
                            ? "there is no node type for workers"
                            : "there are several node types: " + String.join(", ", workers),
                    "set `min_workers` of the node type that is meant",
                    at);
            return rest;
        }
        String type = workers.getFirst();
        Fields settings = types.get().table(type).orElse(null);
        if (settings == null) {
            return rest;
        }
        boolean own = settings.get("min_workers")
                .filter(v -> v.origin() instanceof Origin.InFile)
                .isPresent();
        if (own && !flag) {
            findings.warning(
                    "CONFIG-LEGACY-IGNORED",
                    name + " is ignored",
                    "`min_workers` of the node type " + type + " takes its place",
                    "remove the line",
                    at);
            return rest;
        }
        long already =
                key.equals("initial_workers") ? settings.whole("min_workers").orElse(0) : 0;
        if (!flag) {
            findings.note(
                    "CONFIG-LEGACY-KEY",
                    name + " is an old key",
                    key.equals("initial_workers")
                            ? "it is read as `min_workers`, so these workers are kept even when idle"
                            : "it is read as `min_workers` of the node type " + type,
                    "write `min_workers: " + Math.max(already, count.getAsLong()) + "` under " + type,
                    at);
        }
        Origin origin = flag ? at : new Origin.Legacy(key, at.at());
        Fields changed = settings.with("min_workers", Scalar.of(Math.max(already, count.getAsLong()), origin));
        return rest.with("available_node_types", types.get().with(type, changed));
    }
}
