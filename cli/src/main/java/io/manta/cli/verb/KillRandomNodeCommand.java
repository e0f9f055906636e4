package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Question;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** {@code manta kill-random-node}: to see how an application bears the loss of a worker. */
public final class KillRandomNodeCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("kill-random-node", "end a worker picked at random, to test fault tolerance")
                .onlyCluster()
                .flag("-y, --yes", "do not ask")
                .flag("--hard", "end the machine, not only its Ray")
                .example("manta kill-random-node local -y --hard", "a worker's machine is gone at once");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        try (Cluster cluster = Cluster.open(call.home(), ChosenConfig.existing(call))) {
            List<Machine> workers = cluster.workers();
            if (workers.isEmpty()) {
                throw new ProblemException(Problem.error(
                        "CLI-NO-WORKERS",
                        "cluster '" + cluster.config().name() + "' has no worker to end",
                        "",
                        "see `manta status " + cluster.config().name() + "`"));
            }
            Machine victim = workers.get(ThreadLocalRandom.current().nextInt(workers.size()));
            if (!call.flag("--yes")) {
                Question.confirm(call.console(), "End worker " + victim.nodeId() + "?");
            }
            if (call.flag("--hard")) {
                cluster.provider().terminate(Set.of(victim.id()));
            } else {
                try (CommandRunner runner = cluster.runner(victim)) {
                    runner.run(Command.of("ray stop"), call.console()::detail);
                }
            }
            call.console().data(victim.nodeId().value());
            return ExitCode.OK;
        }
    }
}
