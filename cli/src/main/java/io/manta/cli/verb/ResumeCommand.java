package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.ClusterRef;
import io.manta.cli.wire.StoredConfig;
import io.manta.controller.daemon.Daemon;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.util.List;
import java.util.Optional;

/** {@code manta resume}: ends the pause of a node type whose nodes failed too often. */
public final class ResumeCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("resume", "retry a node type that is paused after failures")
                .cluster()
                .optionalParameter("TYPE", "the node type; without it, all that are paused")
                .example("manta resume local worker", "the autoscaler launches workers again");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        ClusterHome home = ClusterRef.of(call).recorded().home();
        List<String> paused = StatusFile.read(home.status()).map(StatusReport::paused).orElse(List.of()).stream()
                .map(StatusReport.PausedLine::nodeType)
                .toList();
        Optional<String> wanted = call.parameter("TYPE");
        if (wanted.isPresent() && !paused.contains(wanted.get())) {
            throw new ProblemException(Problem.error(
                    "RESUME-NOT-PAUSED",
                    "node type '" + wanted.get() + "' is not paused",
                    paused.isEmpty() ? "no type is" : "paused: " + String.join(", ", paused),
                    "see `manta status " + home.name() + "`"));
        }
        List<String> types = wanted.map(List::of).orElse(paused);
        try (Cluster cluster = Cluster.open(call.home(), new StoredConfig(home).current())) {
            for (String type : types) {
                cluster.daemon().ask(Daemon.RESUME + type);
            }
        }
        call.console()
                .say(
                        types.isEmpty()
                                ? "No node type is paused; nothing to do."
                                : "Asked the autoscaler to try again: " + String.join(", ", types));
        return ExitCode.OK;
    }
}
