package io.manta.cli.wire;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.core.model.ClusterConfig;
import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.port.NodeProvider;
import io.manta.provider.localhost.LocalhostNodeProvider;

/** Which provider a type name means. */
final class Providers {
    private Providers() {}

    static NodeProvider open(ClusterConfig config, MantaHome manta, ClusterHome home) throws ProblemException {
        return switch (config.provider().type()) {
            case "localhost" -> new LocalhostNodeProvider(config, home.machines(), manta.runtime());
            default ->
                throw new ProblemException(Problem.error(
                        "PROVIDER-NOT-HERE",
                        "provider type " + config.provider().type() + " cannot launch machines yet",
                        "this version of Manta launches clusters on: localhost",
                        "use `provider: {type: localhost}`; `manta validate` and `manta config` work for every type"));
        };
    }
}
