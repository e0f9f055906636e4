package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.NamedConfig;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.tool.ProblemsJson;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Problem.Level;
import io.manta.spi.model.ProblemException;
import java.util.ArrayList;
import java.util.List;

/** {@code manta validate}. */
public final class ValidateCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("validate", "check cluster files; no cloud is asked and nothing is created")
                .rest("FILE", "cluster YAML files, or names of clusters that 'manta up' has made")
                .output()
                .flag("--strict", "treat warnings as errors")
                .detail(
                        "Ends with 0 when there are no errors, with 2 when there are. With -o json it prints {\"problems\": [...]}.")
                .example("manta validate cluster.yaml", "show every problem with its line and a way out")
                .example("manta validate --strict -o json *.yaml", "for a pipeline");
    }

    @Override
    public int run(Call call) throws ProblemException {
        List<String> files = call.rest("FILE");
        if (files.isEmpty()) {
            throw call.usage("missing FILE");
        }
        boolean json = call.wantsJson();
        Level worst = call.flag("--strict") ? Level.WARNING : Level.ERROR;
        var all = new ArrayList<Problem>();
        boolean bad = false;
        for (String file : files) {
            Loaded loaded = NamedConfig.load(file, Overrides.NONE, call.home());
            all.addAll(loaded.problems());
            bad |= loaded.problems().stream().anyMatch(p -> p.level().compareTo(worst) <= 0);
            if (!json) {
                call.console().problems(loaded.problems());
                call.console().data(Tally.of(file, loaded.problems()));
            }
        }
        if (json) {
            call.console().data(ProblemsJson.write(all));
        }
        return bad ? ExitCode.USAGE : ExitCode.OK;
    }
}
