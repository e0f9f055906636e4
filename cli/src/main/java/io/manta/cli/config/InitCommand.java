package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.FittedDefault;
import io.manta.config.schema.Providers;
import io.manta.config.tool.StarterConfigs;
import io.manta.config.tool.StarterConfigs.Preset;
import io.manta.spi.model.ProblemException;
import java.io.IOException;

/** {@code manta init}. */
public final class InitCommand implements Verb {
    @Override
    public Syntax syntax() {
        Syntax syntax = Syntax.of("init", "write a short cluster file to start from")
                .optionalParameter(
                        "PROVIDER",
                        "who makes the machines: " + String.join(", ", Providers.KNOWN) + "; asked for in a terminal")
                .option("-n, --cluster-name NAME", "the cluster's name; without it, after this directory and you")
                .option("--preset NAME", Preset.AUTOSCALING_CPU.word(), "what to build, see above")
                .option("--file FILE", "cluster.yaml", "where to write it; - is standard output")
                .flag("--force", "replace a file that is there")
                .example("manta init localhost", "Ray on this machine")
                .example("manta init aws --preset autoscaling-gpu", "GPU workers only while there is work for them");
        for (Preset preset : Preset.values()) {
            syntax.detail(preset.word() + ": " + preset.summary());
        }
        return syntax;
    }

    private static String ask(Call call) throws ProblemException {
        if (!call.console().terminal().inputIsTerminal()) {
            throw call.usage("missing PROVIDER: one of " + String.join(", ", Providers.KNOWN));
        }
        return Question.ask(
                call.console(),
                "Who makes the machines (" + String.join(", ", Providers.KNOWN) + ")?",
                Providers.LOCALHOST);
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Preset preset = StarterConfigs.preset(call.text("--preset").orElseThrow());
        String provider = call.parameter("PROVIDER").isPresent() ? call.required("PROVIDER") : ask(call);
        String name = call.text("--cluster-name")
                .orElseGet(() -> StarterNames.of(
                        call.directory().toAbsolutePath().normalize(),
                        call.environment().getOrDefault("USER", "")));
        String text = provider.equals(Providers.LOCALHOST)
                ? StarterConfigs.text(preset, name, FittedDefault.seen(call))
                : StarterConfigs.text(provider, preset, name);
        OutputFile.write(call, "--file", text, "check it with `manta validate");
        return ExitCode.OK;
    }
}
