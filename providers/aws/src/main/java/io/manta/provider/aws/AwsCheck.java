package io.manta.provider.aws;

import io.manta.core.model.ClusterConfig;
import io.manta.core.port.Preflight;
import java.util.ArrayList;
import java.util.List;

/** Looks at everything a launch needs, and makes nothing. */
final class AwsCheck {
    private final AwsParts parts;
    private final ClusterConfig config;
    private final AwsNodeProvider.Surroundings surroundings;

    AwsCheck(AwsParts parts, ClusterConfig config, AwsNodeProvider.Surroundings surroundings) {
        this.parts = parts;
        this.config = config;
        this.surroundings = surroundings;
    }

    Preflight preflight() {
        List<Preflight.Finding> findings = new ArrayList<>();
        return new Preflight(findings);
    }
}
