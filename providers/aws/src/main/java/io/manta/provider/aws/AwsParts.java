package io.manta.provider.aws;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/** Everything one cluster's provider is made of, joined once. */
record AwsParts(
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
        Images images,
        InstanceTypes types,
        Ways ways) {
    private static final Duration IMAGES_CHANGE = Duration.ofHours(20);

    static AwsParts of(
            AwsSettings settings, AwsClients clients, Path state, Path shared, Duration freshness, Clock clock) {
        var owned = new Owned(settings);
        var cache = new FactCache(shared.resolve("aws-facts.json"), IMAGES_CHANGE, clock);
        return new AwsParts(
                settings,
                clients,
                owned,
                new Instances(clients, settings, freshness, clock),
                new Network(settings, clients, owned),
                new OwnVpc(settings, clients, owned),
                new SecurityGroups(settings, clients, owned),
                new KeyPairs(settings, clients, owned, state),
                new HeadRole(settings, clients, owned),
                new PlacementGroups(settings, clients, owned),
                new Images(clients, cache, settings.region()),
                new InstanceTypes(clients, cache, settings.region()),
                new Ways(settings, PriceList.bundled()));
    }
}
