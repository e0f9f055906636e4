package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.NamedConfig;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.kuberay.Converted;
import io.manta.config.kuberay.KubeRayExport;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.util.List;

/** {@code manta export}. */
public final class ExportCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Formats.syntax(
                        "export",
                        "write a cluster file in another tool's form",
                        "cluster YAML file, or the name of a cluster that 'manta up' has made")
                .detail("kuberay: a RayCluster manifest (ray.io/v1) for the KubeRay operator.")
                .detail("What has no counterpart there is named, with its place in the file.")
                .example("manta export kuberay cluster.yaml | kubectl apply -f -", "move to the operator");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException {
        Formats.check(call);
        Loaded loaded = NamedConfig.load(call.required("FILE"), Overrides.NONE.withoutFileChecks(), call.home());
        List<Problem> errors =
                loaded.problems().stream().filter(Problem::isError).toList();
        if (!errors.isEmpty()) {
            throw new ProblemException(errors);
        }
        return finish(call, KubeRayExport.export(loaded), "use it with `kubectl apply -f");
    }

    static int finish(Call call, Converted converted, String next) throws ProblemException, IOException {
        call.console().problems(converted.problems());
        if (converted.text().isEmpty()) {
            return ExitCode.USAGE;
        }
        OutputFile.write(call, "--out", converted.text().get(), next);
        return ExitCode.OK;
    }
}
