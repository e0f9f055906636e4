package io.manta.provider.gcp;

import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.ground.Firewalls;
import io.manta.provider.gcp.ground.HeadAccount;
import io.manta.provider.gcp.ground.Images;
import io.manta.provider.gcp.ground.Networks;
import io.manta.provider.gcp.ground.OsLogin;
import io.manta.provider.gcp.ground.Removal;
import io.manta.provider.gcp.ground.SshKeys;
import io.manta.provider.gcp.machine.Instances;
import io.manta.provider.gcp.machine.Labeling;
import io.manta.provider.gcp.machine.Preemptions;
import io.manta.provider.gcp.machine.Templates;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.provider.gcp.setting.PriceList;
import io.manta.provider.gcp.setting.Ways;
import io.manta.provider.gcp.tpu.TpuNodes;
import io.manta.spi.model.ClusterConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Everything one cluster's provider is made of, joined once. */
public record GcpParts(
        GcpSettings settings,
        Rest rest,
        Operations operations,
        Owned owned,
        Ways ways,
        Instances instances,
        Labeling labeling,
        Templates templates,
        Networks networks,
        Firewalls firewalls,
        HeadAccount account,
        SshKeys keys,
        OsLogin login,
        Images images,
        Removal removal,
        TpuNodes tpus) {
    static GcpParts of(
            GcpSettings settings, ClusterConfig config, Rest rest, Path state, Duration freshness, Clock clock) {
        var operations = new Operations(rest, clock);
        var owned = new Owned(settings);
        var ways = new Ways(settings, PriceList.bundled());
        var firewalls = new Firewalls(settings, rest, operations, owned);
        var account = new HeadAccount(settings, rest, owned, clock);
        var login = new OsLogin(settings, rest, owned, state);
        return new GcpParts(
                settings,
                rest,
                operations,
                owned,
                ways,
                new Instances(rest, settings, new Preemptions(rest), freshness, clock),
                new Labeling(rest, operations),
                new Templates(rest),
                new Networks(settings, rest),
                firewalls,
                account,
                new SshKeys(settings, state),
                login,
                new Images(rest, ways),
                new Removal(settings, rest, operations, firewalls, account, login, clock),
                new TpuNodes(settings, config, rest, owned, ways, freshness, clock));
    }
}
