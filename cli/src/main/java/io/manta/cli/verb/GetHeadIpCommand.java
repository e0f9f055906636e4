package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.HeadAccess;
import io.manta.spi.model.ProblemException;

/** {@code manta get-head-ip}. */
public final class GetHeadIpCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("get-head-ip", "print the head's address")
                .onlyCluster()
                .example("manta get-head-ip local", "one line, for scripts");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        try (HeadAccess access = HeadAccess.ready(call)) {
            call.console().data(GetWorkerIpsCommand.address(access.head()));
        }
        return ExitCode.OK;
    }
}
