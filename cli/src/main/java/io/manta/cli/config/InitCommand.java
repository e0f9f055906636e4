package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
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
                .parameter("PROVIDER", "who makes the machines: " + String.join(", ", Providers.KNOWN))
                .option("--preset NAME", Preset.AUTOSCALING_CPU.word(), "what to build, see below")
                .option("--file FILE", "cluster.yaml", "where to write it; - is standard output")
                .flag("--force", "replace a file that is there")
                .example("manta init localhost", "Ray on this machine")
                .example("manta init aws --preset autoscaling-gpu", "GPU workers only while there is work for them");
        for (Preset preset : Preset.values()) {
            syntax.detail(preset.word() + ": " + preset.summary());
        }
        return syntax;
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        Preset preset = StarterConfigs.preset(call.text("--preset").orElseThrow());
        String provider = call.required("PROVIDER");
        String text = provider.equals(Providers.LOCALHOST)
                ? StarterConfigs.text(provider, preset, FittedDefault.seen(call))
                : StarterConfigs.text(provider, preset);
        OutputFile.write(call, "--file", text, "check it with `manta validate");
        return ExitCode.OK;
    }
}
