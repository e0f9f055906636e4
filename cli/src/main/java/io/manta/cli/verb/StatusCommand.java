package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.controller.status.StatusFile;
import java.io.IOException;
import java.util.List;

/** {@code manta status}. */
public final class StatusCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("status", "show nodes, resources and what waits")
                .cluster()
                .choice("-o, --output FORMAT", List.of("text", "json"), "json: for programs");
    }

    @Override
    public int run(Call call) throws IOException {
        var report =
                StatusFile.read(call.home().cluster(call.required("CLUSTER")).status());
        if (report.isEmpty()) {
            return ExitCode.FAILED;
        }
        call.console().data(StatusFile.toJson(report.get()));
        return ExitCode.OK;
    }
}
