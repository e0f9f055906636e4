package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a provider that is not part of Manta needs: one way to find it, and files that are there. */
final class ExternalChecks {
    private final Findings findings;

    ExternalChecks(Findings findings) {
        this.findings = findings;
    }

    void check(Fields provider) {
        var kinds = new ArrayList<String>();
        for (String key : List.of("module", "command", "plugin")) {
            if (provider.has(key) || (key.equals("plugin") && provider.has("classpath"))) {
                kinds.add(key);
            }
        }
        if (kinds.isEmpty()) {
            findings.error(
                    "CONFIG-EXTERNAL",
                    "`provider` does not say which provider is meant",
                    "type `external` needs one of `module`, `command`, `plugin`",
                    "write `module: package.module.Class` for a Ray provider, `command: [program]` for a program,"
                            + " `plugin: name` with `classpath: [file.jar]` for a Java plug-in",
                    provider.get("type").map(Value::origin).orElse(provider.origin()));
        } else if (kinds.size() > 1) {
            findings.error(
                    "CONFIG-EXTERNAL",
                    "`" + kinds.get(0) + "` and `" + kinds.get(1) + "` cannot both be given",
                    "each names a provider, and a cluster has one",
                    "remove one of the two",
                    provider.keyOrigin(kinds.get(1)));
        }
        module(provider);
        provider.get("command")
                .filter(value ->
                        words(value).isEmpty() || words(value).getFirst().isBlank())
                .ifPresent(value -> findings.error(
                        "CONFIG-EXTERNAL", "`provider.command` is empty", "", "name the program", value.origin()));
    }

    private void module(Fields provider) {
        provider.text("module")
                .filter(m -> !m.matches("[\\w]+(\\.[\\w]+)+"))
                .ifPresent(m -> findings.error(
                        "CONFIG-MODULE",
                        "`provider.module` cannot be " + m,
                        "it names a class in a module",
                        "write `package.module.Class`",
                        provider.get("module").orElseThrow().origin()));
    }

    void files(Fields provider, LocalPaths paths) {
        for (String key : List.of("classpath", "python_path", "files", "python")) {
            provider.get(key).ifPresent(value -> values(value).forEach(one -> exists(key, one, paths)));
        }
        provider.get("command").ifPresent(value -> {
            Optional<Value> program = values(value).stream().findFirst();
            program.filter(one -> text(one).contains("/")).ifPresent(one -> {
                if (exists("command", one, paths)
                        && !Files.isExecutable(paths.base().resolve(expanded(text(one), paths)))) {
                    findings.error(
                            "CONFIG-FILE-UNREADABLE",
                            "`provider.command` cannot be run: " + text(one),
                            "the file is not executable",
                            "run `chmod +x " + text(one) + "`",
                            one.origin());
                }
            });
        });
    }

    private boolean exists(String key, Value value, LocalPaths paths) {
        Path path = paths.resolve(text(value));
        if (path != null && Files.exists(path)) {
            return true;
        }
        findings.error(
                "CONFIG-FILE-MISSING",
                "`provider." + key + "` does not exist: " + text(value),
                path == null ? "this is no valid path" : "looked for " + path.normalize(),
                key.equals("classpath") ? "build the plug-in, or correct the path" : "correct the path",
                value.origin());
        return false;
    }

    private static String expanded(String written, LocalPaths paths) {
        Path path = paths.resolve(written);
        return path == null ? written : path.toString();
    }

    private static List<Value> values(Value value) {
        return value instanceof Items items ? items.values() : List.of(value);
    }

    private static List<String> words(Value value) {
        return values(value).stream().map(ExternalChecks::text).toList();
    }

    private static String text(Value value) {
        return value instanceof Scalar scalar ? String.valueOf(scalar.data()) : "";
    }
}
