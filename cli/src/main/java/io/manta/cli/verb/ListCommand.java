package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.controller.home.ClusterHome;

/** {@code manta list}. */
public final class ListCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("list", "list the clusters made here");
    }

    @Override
    public int run(Call call) {
        for (ClusterHome home : call.home().recorded()) {
            call.console().data(home.name());
        }
        return ExitCode.OK;
    }
}
