package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;

/** The configuration of a verb that looks at a cluster that may not be there yet. */
public final class PlannedConfig {
    private PlannedConfig() {}

    public static ClusterConfig of(Call call) throws ProblemException {
        Profile.choose(call);
        return ChosenConfig.existing(call);
    }
}
