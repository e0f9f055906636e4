package io.manta.provider.gcp.ground;

import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Rest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.Optional;

/** Finds or makes what machines need before the first of them can be launched; the parts at the same time. */
public final class Foundations {
    private final Rest rest;
    private final Networks networks;
    private final Firewalls firewalls;
    private final HeadAccount account;
    private final SshKeys keys;
    private final OsLogin login;
    private final Images images;

    public Foundations(
            Rest rest,
            Networks networks,
            Firewalls firewalls,
            HeadAccount account,
            SshKeys keys,
            OsLogin login,
            Images images) {
        this.rest = rest;
        this.networks = networks;
        this.firewalls = firewalls;
        this.account = account;
        this.keys = keys;
        this.login = login;
        this.images = images;
    }

    public Foundation lay(ClusterConfig config, Firewalls.Caller caller, Progress progress)
            throws ProviderException, InterruptedException {
        if (rest.project().isEmpty()) {
            throw GcpProblems.noProject();
        }
        progress.say("GCP: key, network, firewall and service account");
        try (var together = new Together()) {
            var sources = together.begin(() -> firewalls.sources(caller, progress));
            // Looked at before the first thing is made.
            var managed = together.begin(login::isOn);
            Networks.Ground ground = networks.ground(config);
            var key = together.begin(keys::ensure);
            var head = together.begin(
                    () -> HeadAccount.isGiven(config) ? Optional.<String>empty() : Optional.of(account.ensure(config)));
            if (ground.project().equals(rest.project())) {
                firewalls.ensure(ground.network(), sources.get());
            } else {
                progress.say("the firewall of the shared network belongs to project " + ground.project()
                        + ": its rules are left as they are");
            }
            return new Foundation(
                    rest.project(),
                    ground.subnet(),
                    firewalls.tag(),
                    head.get(),
                    key.get(),
                    managed.get() ? login(key.get()) : "",
                    images.chosen(config));
        }
    }

    private String login(String key) throws ProviderException, InterruptedException {
        return login.isUsers() ? keys.user() : login.admit(key);
    }
}
