package io.manta.provider.aws.prepare;

import io.manta.provider.aws.access.HeadRole;
import io.manta.provider.aws.access.KeyPairs;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.image.BakedImages;
import io.manta.provider.aws.image.Images;
import io.manta.provider.aws.image.InstanceTypes;
import io.manta.provider.aws.instance.Instances;
import io.manta.provider.aws.monitor.CloudWatch;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.network.OwnVpc;
import io.manta.provider.aws.network.PlacementGroups;
import io.manta.provider.aws.network.SecurityGroups;
import io.manta.provider.aws.offer.PriceList;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.FactCache;
import io.manta.provider.aws.settings.Owned;
import io.manta.provider.aws.storage.FileSystems;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Everything one cluster's provider is made of, joined once. */
public record AwsParts(
        AwsSettings settings,
        AwsClients clients,
        Owned owned,
        Instances instances,
        Network network,
        OwnVpc vpc,
        SecurityGroups groups,
        KeyPairs keys,
        HeadRole role,
        PlacementGroups placement,
        FileSystems files,
        CloudWatch cloudWatch,
        Images images,
        BakedImages baked,
        InstanceTypes types,
        Ways ways) {
    private static final Duration IMAGES_CHANGE = Duration.ofHours(20);

    public static AwsParts of(
            AwsSettings settings, AwsClients clients, Path state, Path shared, Duration freshness, Clock clock) {
        var owned = new Owned(settings);
        var cache = new FactCache(shared, IMAGES_CHANGE, clock);
        var instances = new Instances(clients, settings, freshness, clock);
        return new AwsParts(
                settings,
                clients,
                owned,
                instances,
                new Network(settings, clients, owned),
                new OwnVpc(settings, clients, owned),
                new SecurityGroups(settings, clients, owned),
                new KeyPairs(settings, clients, owned, instances, state),
                new HeadRole(settings, clients, owned),
                new PlacementGroups(settings, clients, owned),
                new FileSystems(settings, clients, owned),
                new CloudWatch(settings, clients, owned),
                new Images(clients, cache, settings.region()),
                new BakedImages(clients, owned, settings.cluster()),
                new InstanceTypes(clients, cache, settings.region()),
                new Ways(settings, PriceList.bundled()));
    }
}
