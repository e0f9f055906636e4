package io.manta.cli.wire;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.port.NodeProvider;
import io.manta.provider.localhost.LocalhostNodeProvider;
import io.manta.provider.onprem.OnPremNodeProvider;
import io.manta.remote.ssh.SshConnections;
import java.time.Duration;

/** Which provider a type name means. */
final class Providers {
    // The daemon looks every second, and nobody else changes its hosts meanwhile.
    private static final Duration FRESH_ON_HEAD = Duration.ofSeconds(10);
    private static final Duration FRESH = Duration.ofMillis(300);

    private Providers() {}

    /** Whether its heads are other machines than the user's. */
    static boolean isElsewhere(String type) {
        return !type.equals("localhost") && !type.equals("simulated");
    }

    static NodeProvider open(
            ClusterConfig config, MantaHome manta, ClusterHome home, SshConnections connections, boolean onHead)
            throws ProblemException {
        return switch (config.provider().type()) {
            case "localhost" -> new LocalhostNodeProvider(config, home.machines(), manta.runtime());
            case "local" ->
                new OnPremNodeProvider(
                        config,
                        home.machines(),
                        connections::runner,
                        onHead ? OnPremNodeProvider.View.INSIDE : OnPremNodeProvider.View.OUTSIDE,
                        onHead ? FRESH_ON_HEAD : FRESH);
            default ->
                throw new ProblemException(Problem.error(
                        "PROVIDER-NOT-HERE",
                        "provider type " + config.provider().type() + " cannot launch machines yet",
                        "this version of Manta launches clusters on: localhost, local",
                        "use `provider: {type: localhost}`; `manta validate` and `manta config` work for every type"));
        };
    }
}
