package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.config.kuberay.KubeRayImport;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Path;

/** {@code manta import}. */
public final class ImportCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Formats.syntax("import", "make a cluster file of another tool's", "file to read")
                .detail("kuberay: a RayCluster manifest; the cluster's nodes become pods that Manta makes.")
                .detail("What has no counterpart here is named, with its place in the file.")
                .example("manta import kuberay raycluster.yaml --out cluster.yaml", "leave the operator");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException {
        Formats.check(call);
        return ExportCommand.finish(
                call, KubeRayImport.file(Path.of(call.required("FILE"))), "check it with `manta validate");
    }
}
