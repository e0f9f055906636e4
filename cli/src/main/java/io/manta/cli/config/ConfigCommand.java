package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.NamedConfig;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.tool.Modernizer;
import io.manta.config.tool.ResolvedConfigPrinter;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code manta config}. */
public final class ConfigCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("config", "show what a cluster file means, and where each value comes from")
                .optionalParameter(
                        "FILE", "cluster YAML file or recorded name; without it, the built-in cluster on this machine")
                .clusterName()
                .number("--min-workers N", "as for 'manta up'")
                .number("--max-workers N", "as for 'manta up'")
                .flag("--plain", "without the comments that tell where values come from")
                .flag("--modernize", "print the file in today's form instead; comments and order stay where possible")
                .flag("--write", "with --modernize: change the file itself")
                .output()
                .detail("Secrets are shown as ***.")
                .example("manta config cluster.yaml", "the whole configuration, defaults included")
                .example("manta config --modernize --write old.yaml", "rewrite an old file");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException {
        Optional<String> file = call.parameter("FILE");
        if (call.flag("--modernize")) {
            return modernize(call, file.orElseThrow(() -> call.usage("--modernize needs a FILE")));
        }
        if (call.flag("--write")) {
            throw call.usage("--write goes with --modernize");
        }
        Loaded loaded = load(call, file);
        call.console().problems(loaded.problems());
        if (loaded.config().isEmpty()) {
            return ExitCode.USAGE;
        }
        call.console()
                .data(
                        call.wantsJson()
                                ? ResolvedConfigPrinter.json(loaded)
                                : call.flag("--plain")
                                        ? ResolvedConfigPrinter.plain(loaded)
                                        : ResolvedConfigPrinter.withOrigins(loaded));
        return ExitCode.OK;
    }

    private static Loaded load(Call call, Optional<String> file) throws ProblemException {
        Overrides overrides = overrides(call);
        return file.isPresent()
                ? NamedConfig.load(file.get(), overrides, call.home())
                : ConfigLoader.load("built-in", ConfigLoader.embeddedDefault(), Path.of(""), overrides);
    }

    private static Overrides overrides(Call call) {
        Overrides out = Overrides.NONE;
        if (call.text("--cluster-name").isPresent()) {
            out = out.withClusterName(call.text("--cluster-name").get());
        }
        if (call.number("--min-workers").isPresent()) {
            out = out.withMinWorkers(call.number("--min-workers").get());
        }
        return call.number("--max-workers").map(out::withMaxWorkers).orElse(out);
    }

    private static int modernize(Call call, String file) throws ProblemException, IOException {
        Path path = Path.of(file);
        Loaded loaded = ConfigLoader.load(path, Overrides.NONE.withoutFileChecks());
        List<Problem> errors =
                loaded.problems().stream().filter(Problem::isError).toList();
        if (!errors.isEmpty()) {
            throw new ProblemException(errors);
        }
        Modernizer.Result result =
                Modernizer.modernize(file, Files.readString(path)).orElseThrow();
        result.changes().forEach(change -> call.console().say(change));
        result.kept().forEach(reason -> call.console().say(reason));
        if (result.changes().isEmpty() && result.kept().isEmpty()) {
            call.console().say(file + " already uses current keys");
        }
        if (!call.flag("--write")) {
            call.console().data(result.text());
        } else if (!result.changes().isEmpty()) {
            replace(path, result.text());
            call.console().say("wrote " + file);
        }
        return ExitCode.OK;
    }

    /** A file is either the old or the new one, whenever the program dies. */
    private static void replace(Path path, String text) throws IOException {
        Path target = path.toRealPath();
        Path next = target.resolveSibling(target.getFileName() + ".manta-new");
        Files.writeString(next, text);
        Files.move(
                next,
                target,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
}
