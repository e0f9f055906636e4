package io.manta.cli.wire;

import io.manta.core.model.Problem;
import io.manta.core.port.CommandRunner;
import io.manta.core.port.ProviderException;
import io.manta.core.port.Reach;
import io.manta.remote.process.ProcessCommandRunner;

/** Which runner a way to a machine asks for. */
final class Runners {
    private Runners() {}

    static CommandRunner open(Reach reach) throws ProviderException {
        return switch (reach) {
            case Reach.LocalProcess local -> new ProcessCommandRunner(local);
            case Reach.Own own -> own.runner();
            case Reach.Ssh ssh ->
                throw new ProviderException(
                        ProviderException.Kind.INVALID,
                        Problem.error("REMOTE-SSH", "SSH hosts cannot be reached yet: " + ssh.address(), "", ""));
        };
    }
}
