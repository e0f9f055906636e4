package io.manta.config.tool;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.fingerprint.PythonJson;
import io.manta.config.tool.Sections.Section;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Rewrites an old cluster file in today's form. Comments and order stay where the text can be moved as it is. What the file means
 * does not change: the result is loaded and compared.
 */
public final class Modernizer {
    private static final Map<String, String> FLAGS =
            Map.of("--redis-address", "--address", "--redis-port", "--port", "--webui-host", "--dashboard-host");

    private final Loaded before;
    private final Fields user;
    private final Sections sections;
    private final List<String> changes = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    /**
     * A rewritten file.
     *
     * @param changes what was changed, one line each; empty when the file already uses current keys
     * @param kept old keys that had to stay, one line each, with the reason
     */
    public record Result(String text, List<String> changes, List<String> kept) {}

    private Modernizer(Loaded before, Fields user, Sections sections) {
        this.before = before;
        this.user = user;
        this.sections = sections;
    }

    /** Empty when the file cannot be read as a mapping; loading it tells why. */
    public static Optional<Result> modernize(String name, String text) {
        var source = new Source(name, text);
        Loaded before = ConfigLoader.load(name, text, Path.of(""), Overrides.NONE.withoutFileChecks());
        Optional<Fields> user = YamlReader.read(source, problem -> {})
                .filter(Fields.class::isInstance)
                .map(Fields.class::cast);
        if (user.isEmpty()) {
            return Optional.empty();
        }
        Optional<Sections> sections = Sections.of(user.get(), source.lines());
        if (sections.isEmpty()) {
            return Optional.of(new Result(
                    text, List.of(), List.of("the file is one flow mapping; put each key on a line of its own")));
        }
        Result result = new Modernizer(before, user.get(), sections.get()).rewrite(text);
        return Optional.of(
                sameMeaning(before, name, result)
                        ? result
                        : new Result(
                                text,
                                List.of(),
                                List.of("the file is left as it is: rewriting it would change what it means")));
    }

    private static boolean sameMeaning(Loaded before, String name, Result result) {
        Loaded after = ConfigLoader.load(name, result.text(), Path.of(""), Overrides.NONE.withoutFileChecks());
        boolean renamed = result.changes().stream().anyMatch(c -> c.startsWith("removed the empty"));
        return before.config().isPresent() == after.config().isPresent()
                && (renamed || modernFlags(before).equals(modernFlags(after)));
    }

    /** The whole meaning as a text, in which old and new flags are the same. */
    private static String modernFlags(Loaded loaded) {
        String json = PythonJson.write(loaded.resolved());
        for (var flag : FLAGS.entrySet()) {
            json = json.replace(flag.getKey(), flag.getValue());
        }
        return json;
    }

    private Result rewrite(String text) {
        boolean onPrem = user.table("provider")
                .flatMap(p -> p.text("type"))
                .filter("local"::equals)
                .isPresent();
        pace("autoscaling_mode");
        pace("target_utilization_fraction");
        nodes();
        if (!onPrem) {
            workers("min_workers");
        }
        workers("initial_workers");
        if (user.has("worker_default_node_type")) {
            drop("worker_default_node_type", "removed `worker_default_node_type`, which has no meaning any more");
        }
        flags("head_start_ray_commands");
        flags("worker_start_ray_commands");
        return changes.isEmpty() ? new Result(text, changes, kept) : new Result(sections.text(), changes, kept);
    }

    private void pace(String key) {
        if (!user.has(key)) {
            return;
        }
        boolean taken =
                user.has("upscaling_speed") || sections.find("upscaling_speed").isPresent();
        Optional<Section> section = sections.find(key);
        String speed = before.tree()
                .get("upscaling_speed")
                .map(v -> String.valueOf(v.plain()))
                .orElse("1.0");
        if (taken || section.isEmpty()) {
            drop(key, "removed `" + key + "`; `upscaling_speed` says it");
            return;
        }
        String line = section.get().body().getFirst();
        Matcher comment = java.util.regex.Pattern.compile("\\s+#.*$").matcher(line);
        String behind = comment.find() ? comment.group() : "";
        sections.replace(
                key,
                new Section("upscaling_speed", section.get().lead(), List.of("upscaling_speed: " + speed + behind)));
        changes.add("`" + key + "` became `upscaling_speed: " + speed + "`");
    }

    private void nodes() {
        if (user.has("head_node") || user.has("worker_nodes")) {
            new NodeSections(before, user, sections, changes).rewrite();
        }
    }

    private void workers(String key) {
        if (!user.has(key) || sections.find(key).isEmpty()) {
            return;
        }
        boolean moved = user.has("head_node") || user.has("worker_nodes");
        Optional<Section> types = sections.find("available_node_types");
        if (moved && !user.has("available_node_types") && types.isPresent()) {
            drop(key, "`" + key + "` became `min_workers` of the worker type");
            return;
        }
        String head = user.text("head_node_type").orElse("");
        Fields written = user.table("available_node_types").orElse(Fields.empty(user.origin()));
        List<String> workers =
                written.keys().stream().filter(t -> !t.equals(head)).toList();
        if (user.table("provider")
                .flatMap(p -> p.text("type"))
                .filter("local"::equals)
                .isPresent()) {
            drop(key, "removed `" + key + "`, which provider `local` does not use");
        } else if (workers.size() != 1 || types.isEmpty()) {
            kept.add("`" + key + "` stays: there is no single worker type in the file to give it to");
        } else if (written.table(workers.getFirst())
                .filter(t -> t.has("min_workers"))
                .isPresent()) {
            drop(key, "removed `" + key + "`; `min_workers` of " + workers.getFirst() + " says it");
        } else {
            insertMinWorkers(key, workers.getFirst(), written, types.get());
        }
    }

    private void insertMinWorkers(String key, String type, Fields written, Section types) {
        long count = before.tree()
                .table("available_node_types")
                .flatMap(t -> t.table(type))
                .map(t -> t.whole("min_workers").orElse(0))
                .orElse(0L);
        int first =
                user.keyOrigin("available_node_types").at().map(l -> l.line()).orElse(1);
        int line = written.keyOrigin(type).at().map(l -> l.line()).orElse(first) - first;
        int column = written.keyOrigin(type).at().map(l -> l.column()).orElse(3) - 1;
        int child = written.table(type)
                .flatMap(t -> t.origin().at())
                .map(l -> l.column() - 1)
                .orElse(column + 2);
        var body = new ArrayList<>(types.body());
        String own = body.get(line);
        int brace = own.indexOf('{');
        if (brace >= 0) {
            body.set(line, own.substring(0, brace + 1) + "min_workers: " + count + ", " + own.substring(brace + 1));
        } else {
            body.add(line + 1, " ".repeat(child) + "min_workers: " + count);
        }
        sections.replace("available_node_types", types.withBody(body));
        drop(key, "`" + key + "` became `min_workers: " + count + "` of " + type);
    }

    private void flags(String key) {
        sections.find(key).ifPresent(section -> {
            List<String> lines = new ArrayList<>();
            for (String line : section.body()) {
                String changed = line;
                for (var flag : FLAGS.entrySet()) {
                    if (changed.contains(flag.getKey())) {
                        changed = changed.replace(flag.getKey(), flag.getValue());
                        changes.add(
                                "`ray start " + flag.getKey() + "` became `" + flag.getValue() + "` in `" + key + "`");
                    }
                }
                lines.add(changed);
            }
            sections.replace(key, section.withBody(lines));
        });
    }

    private void drop(String key, String change) {
        sections.remove(key);
        changes.add(change);
    }
}
