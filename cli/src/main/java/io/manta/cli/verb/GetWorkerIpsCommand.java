package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.spi.model.Machine;
import io.manta.spi.model.ProblemException;
import java.util.stream.Collectors;

/** {@code manta get-worker-ips}. */
public final class GetWorkerIpsCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("get-worker-ips", "print the workers' addresses, one per line")
                .onlyCluster()
                .example("manta get-worker-ips local", "an empty line when there are none, as Ray does");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        try (Cluster cluster = Cluster.open(call.home(), ChosenConfig.existing(call))) {
            call.console()
                    .data(cluster.workers().stream()
                            .map(GetWorkerIpsCommand::address)
                            .collect(Collectors.joining("\n")));
        }
        return ExitCode.OK;
    }

    /** As seen from here; machines without a public address have only the other. */
    static String address(Machine machine) {
        return machine.externalAddress().or(machine::internalAddress).orElse("");
    }
}
