package io.manta.provider.aws.prepare;

import io.manta.provider.aws.access.HeadRole;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.network.SecurityGroups;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.common.Together;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Finds or makes what machines need before the first of them can be launched; the parts at the same time. */
public final class Foundations {
    private final AwsParts parts;
    private final SecurityGroups.Caller caller;

    public Foundations(AwsParts parts, SecurityGroups.Caller caller) {
        this.parts = parts;
        this.caller = caller;
    }

    private record Ground(List<Subnet> all, List<Subnet> usable, String vpc) {}

    /** Whether an earlier one has all that this configuration needs. */
    public boolean isEnough(ClusterConfig config, Foundation laid) throws ProviderException {
        boolean images = config.nodeTypes().values().stream()
                .flatMap(type ->
                        parts.ways().of(type).stream().map(way -> Foundation.factsKey(type.name(), way.instanceType())))
                .allMatch(laid.nodes()::containsKey);
        return images
                && laid.fileSystem().isPresent()
                        == parts.settings().sharedFiles().isPresent()
                && laid.placementGroup().isPresent()
                        == parts.settings().placementGroup().isPresent()
                && laid.monitoring().equals(parts.cloudWatch().read());
    }

    /** Everything that can be wrong with the configuration is looked at before the first thing is made. */
    public Foundation lay(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        MonitoringTexts monitoring = parts.cloudWatch().read();
        progress.say("AWS: keys, network, role and images");
        try (var together = new Together()) {
            var looked = together.begin(() -> ground(config, progress));
            var nodes = together.begin(() -> nodes(config));
            var sources = together.begin(() -> parts.groups().sources(caller, progress));
            nodes.get();
            Ground ground = looked.get();

            var key = together.begin(() -> parts.keys().ensure());
            var role = together.begin(() -> HeadRole.isGiven(config)
                    ? Optional.<String>empty()
                    : Optional.of(parts.role().ensure(config)));
            var placement = together.begin(() -> parts.placement().ensure());
            String group = parts.groups().ensure(ground.vpc(), sources.get());
            if (parts.groups().isNew() && allInOurGroup(config)) {
                parts.instances().noneYet();
            }
            Optional<String> files = parts.files().ensure(group, ground.usable(), progress);
            return new Foundation(
                    subnets(ground),
                    ground.usable().stream().map(Subnet::subnetId).toList(),
                    group,
                    key.get(),
                    role.get(),
                    placement.get(),
                    files,
                    monitoring,
                    nodes.get());
        }
    }

    private static boolean allInOurGroup(ClusterConfig config) {
        return config.nodeTypes().values().stream()
                .map(type -> type.nodeConfig().keySet())
                .noneMatch(keys -> keys.contains("SecurityGroupIds")
                        || keys.contains("NetworkInterfaces")
                        || keys.contains("LaunchTemplate"));
    }

    private static List<Foundation.Subnet> subnets(Ground ground) {
        var ordered = new LinkedHashSet<>(ground.usable());
        ordered.addAll(ground.all());
        return ordered.stream()
                .map(s -> new Foundation.Subnet(s.subnetId(), s.availabilityZone(), s.vpcId()))
                .toList();
    }

    private Ground ground(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        if (parts.settings().makeVpc()) {
            parts.vpc().ensure(progress);
            parts.network().forget();
        }
        Network.View view = parts.network().look(networkOfGivenGroups(config));
        Set<String> own = ownSubnets(config);
        List<Subnet> usable = view.usable();
        if (usable.isEmpty() && !own.isEmpty()) {
            usable = view.all().stream().filter(s -> own.contains(s.subnetId())).toList();
        }
        if (usable.isEmpty()) {
            throw AwsProblems.noSubnets(
                    parts.settings().region(), view.refused(), parts.settings().internalAddresses());
        }
        String vpc = view.all().stream()
                .filter(s -> own.contains(s.subnetId()))
                .findFirst()
                .orElse(usable.getFirst())
                .vpcId();
        List<Subnet> inOne = usable.stream().filter(s -> s.vpcId().equals(vpc)).toList();
        return new Ground(view.all(), inOne, vpc);
    }

    private static Set<String> ownSubnets(ClusterConfig config) {
        var own = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            own.addAll(AwsSettings.words(type.nodeConfig().get("SubnetIds")));
            own.addAll(AwsSettings.words(type.nodeConfig().get("SubnetId")));
        }
        return own;
    }

    private Optional<String> networkOfGivenGroups(ClusterConfig config) throws ProviderException, InterruptedException {
        var groups = new LinkedHashSet<String>();
        config.nodeTypes()
                .values()
                .forEach(type ->
                        groups.addAll(AwsSettings.words(type.nodeConfig().get("SecurityGroupIds"))));
        if (groups.isEmpty()) {
            return Optional.empty();
        }
        List<String> networks = AwsClients.ask(
                "look at the security groups " + groups,
                () -> parts.clients().ec2().describeSecurityGroups(r -> r.groupIds(groups)).securityGroups().stream()
                        .map(group -> group.vpcId())
                        .distinct()
                        .toList());
        if (networks.size() > 1) {
            throw AwsProblems.invalid(
                    "AWS-SECURITY-GROUP",
                    "the security groups of the node types are in different networks",
                    String.join(", ", networks),
                    "machines of one cluster must reach each other: use groups of one network");
        }
        return networks.stream().findFirst();
    }

    /** Images of all node types and their fallbacks, each checked against the machine it shall run on. */
    private Map<String, Foundation.NodeFacts> nodes(ClusterConfig config)
            throws ProviderException, InterruptedException {
        var facts = new LinkedHashMap<String, Foundation.NodeFacts>();
        for (ImageChoices.Choice choice : new ImageChoices(parts).of(config)) {
            if (choice.problem().isPresent()) {
                throw choice.problem().get();
            }
            facts.put(
                    choice.key(),
                    new Foundation.NodeFacts(choice.image(), choice.rootDevice(), choice.rootGiB(), choice.setup()));
        }
        return facts;
    }
}
