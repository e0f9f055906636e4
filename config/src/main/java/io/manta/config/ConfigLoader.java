package io.manta.config;

import io.manta.config.resolve.Checks;
import io.manta.config.resolve.Defaults;
import io.manta.config.resolve.ExternalPaths;
import io.manta.config.resolve.Findings;
import io.manta.config.resolve.LegacyNames;
import io.manta.config.resolve.LocalPaths;
import io.manta.config.resolve.OnPremForm;
import io.manta.config.resolve.Resolution;
import io.manta.config.schema.ConfigSchema;
import io.manta.config.schema.Providers;
import io.manta.config.schema.SchemaCheck;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Suggestions;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads cluster files. Never throws over what a file holds: whatever is wrong comes back as problems, all at once. Touches
 * nothing but the file itself and the existence of the local files it names.
 */
public final class ConfigLoader {
    private ConfigLoader() {}

    /** Relative paths inside the file are taken from the working directory, as Ray does. */
    public static Loaded load(Path file, Overrides overrides) {
        var findings = new Findings();
        Optional<String> text = ConfigText.read(file, findings::add);
        if (text.isEmpty()) {
            return failed(file.toString(), findings);
        }
        return load(file.toString(), text.get(), Path.of("").toAbsolutePath(), overrides);
    }

    /** Reads a text; {@code name} stands for it in problems. */
    public static Loaded load(String name, String text, Path baseDir, Overrides overrides) {
        var findings = new Findings();
        var source = new Source(name, text);
        Optional<Value> root = YamlReader.read(source, findings::add);
        if (root.isEmpty()) {
            rest(source, findings);
            return failed(name, findings);
        }
        if (!(root.get() instanceof Fields written)) {
            Problem problem = Problem.error(
                    "CONFIG-NOT-A-MAPPING",
                    "the file is not a cluster configuration",
                    "it holds " + root.get().kind() + " instead of `key: value` lines",
                    "start with `cluster_name: my-cluster`");
            findings.add(problem.at(root.get().origin().at().orElse(source.at(0, 0))));
            return failed(name, findings);
        }
        String provider = provider(written, findings);
        Fields named = LegacyNames.translate(written, findings);
        Fields user =
                override(provider.equals(Providers.LOCAL) ? OnPremForm.filledIn(named, findings) : named, overrides);
        new SchemaCheck(findings::add).check(user, ConfigSchema.forProvider(provider), "");
        Fields resolved = new Resolution(findings).resolve(user, provider);
        var here = new LocalPaths(baseDir, LocalPaths.here().home());
        Optional<LocalPaths> paths = overrides.checkFiles() ? Optional.of(here) : Optional.empty();
        var checks = new Checks(findings, paths);
        if (Providers.KNOWN.contains(provider)) {
            checks.check(user, resolved, provider);
        }
        Optional<ClusterConfig> config = checks.config(resolved, provider)
                .map(c -> c.withCommands(c.commands().with(overrides.loginShells(), overrides.usageStats())));
        if (config.isPresent() && provider.equals(Providers.EXTERNAL)) {
            config = Optional.of(ExternalPaths.absolute(config.get(), here));
        }
        return new Loaded(name, config, findings.sorted(), resolved);
    }

    /** What else is wrong in a file that cannot be read as a whole. */
    private static void rest(Source source, Findings findings) {
        List<Problem> met = findings.sorted();
        var recovery = new SyntaxRecovery();
        if (met.stream()
                .noneMatch(p -> p.code().equals("CONFIG-SYNTAX") || p.code().equals("CONFIG-TAB"))) {
            return;
        }
        Optional<Fields> readable = recovery.read(source, met.getFirst());
        recovery.problems().forEach(findings::add);
        readable.ifPresent(user -> {
            String provider = recovery.leftOut().contains("provider") ? "" : provider(user, findings);
            new SchemaCheck(problem -> {
                        if (recovery.leftOut().stream()
                                .noneMatch(key -> problem.what().startsWith("`" + key + "` is missing"))) {
                            findings.add(problem);
                        }
                    })
                    .check(user, ConfigSchema.forProvider(provider), "");
        });
    }

    /** The cluster that is used when the user names no file: Ray on this machine, called {@code local}. */
    public static String embeddedDefault() {
        return Defaults.embeddedCluster();
    }

    private static Loaded failed(String name, Findings findings) {
        return new Loaded(name, Optional.empty(), findings.sorted(), Fields.empty(new Origin.Default("nothing")));
    }

    private static Fields override(Fields written, Overrides overrides) {
        Fields user = written;
        if (overrides.clusterName().isPresent()) {
            user = user.with(
                    "cluster_name", Scalar.of(overrides.clusterName().get(), new Origin.Flag("--cluster-name")));
        }
        user = override(user, "min_workers", overrides.minWorkers(), "--min-workers");
        return override(user, "max_workers", overrides.maxWorkers(), "--max-workers");
    }

    private static Fields override(Fields user, String key, OptionalInt value, String flag) {
        return value.isEmpty() ? user : user.with(key, Scalar.of((long) value.getAsInt(), new Origin.Flag(flag)));
    }

    /** The provider's type; the text as written when nobody knows it, empty when there is none. */
    private static String provider(Fields user, Findings findings) {
        Optional<Fields> provider = user.table("provider");
        Optional<String> type = provider.flatMap(p -> p.text("type"));
        if (type.isEmpty() || Providers.KNOWN.contains(type.get())) {
            return type.orElse("");
        }
        Origin at = provider.flatMap(p -> p.get("type")).map(Value::origin).orElse(user.origin());
        String absent = Providers.ABSENT.get(type.get());
        Problem problem = absent != null
                ? Problem.error(
                        "CONFIG-PROVIDER-ABSENT",
                        "Manta has no provider `" + type.get() + "`",
                        "it has: " + String.join(", ", Providers.KNOWN),
                        absent)
                : Problem.error(
                        "CONFIG-PROVIDER",
                        "there is no provider `" + type.get() + "`",
                        "possible types: " + String.join(", ", Providers.KNOWN),
                        Suggestions.nearest(type.get(), Providers.KNOWN)
                                .map(n -> "did you mean `" + n + "`?")
                                .orElse("choose one of them"));
        findings.add(at.at().map(problem::at).orElse(problem));
        return type.get();
    }
}
