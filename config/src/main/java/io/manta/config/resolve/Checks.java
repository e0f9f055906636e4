package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.spi.model.ClusterConfig;
import java.util.Optional;

/** Everything that is checked after the shape, and the typed configuration when nothing is wrong. */
public final class Checks {
    private final Findings findings;
    private final Optional<LocalPaths> paths;

    /** @param paths where local files are looked for; empty when they shall not be looked for */
    public Checks(Findings findings, Optional<LocalPaths> paths) {
        this.findings = findings;
        this.paths = paths;
    }

    public void check(Fields user, Fields resolved, String provider) {
        new NodeTypeChecks(findings, provider).check(user, resolved);
        new DockerChecks(findings).check(resolved);
        new ProviderChecks(findings).check(user, resolved, provider);
        new CommandChecks(findings).check(user);
        RayInstallation.check(user, provider, findings);
        new Placeholders(findings).check(user);
        paths.ifPresent(p -> new FileChecks(findings, p).check(user, resolved));
    }

    /** Empty when there are errors. */
    public Optional<ClusterConfig> config(Fields resolved, String provider) {
        return findings.hasErrors() ? Optional.empty() : Optional.of(Assembly.config(resolved, provider));
    }
}
