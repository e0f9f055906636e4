package io.manta.provider.aws.network;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.AvailabilityZone;
import software.amazon.awssdk.services.ec2.model.InternetGateway;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.RouteTable;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.Vpc;

/** A network made for the cluster ({@code provider.vpc: make}): one public subnet per zone, and a way out. */
public final class OwnVpc {
    private static final String RANGE = "10.88.0.0/16";
    private static final int MOST_ZONES = 6;

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    public OwnVpc(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    /** Goes on where an earlier attempt was cut off: each part is looked for by its mark before it is made. */
    public void ensure(Progress progress) throws ProviderException, InterruptedException {
        String vpc = find().map(Vpc::vpcId).orElse("");
        if (vpc.isEmpty()) {
            progress.say("making a network for the cluster");
            vpc = AwsClients.ask(
                    "make a VPC",
                    () -> clients.ec2()
                            .createVpc(r -> r.cidrBlock(RANGE)
                                    .tagSpecifications(owned.specification(ResourceType.VPC, owned.name())))
                            .vpc()
                            .vpcId());
        }
        String id = vpc;
        AwsClients.ask(
                "give machines names in " + id,
                () -> clients.ec2().modifyVpcAttribute(r -> r.vpcId(id).enableDnsHostnames(a -> a.value(true))));
        gateway(id);
        subnets(id);
    }

    public Optional<Vpc> find() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's VPC",
                () -> clients.ec2().describeVpcs(r -> r.filters(owned.filter())).vpcs().stream()
                        .findFirst());
    }

    private void gateway(String vpc) throws ProviderException, InterruptedException {
        Optional<InternetGateway> there = gateways().stream().findFirst();
        String id = there.isPresent()
                ? there.get().internetGatewayId()
                : AwsClients.ask(
                        "make an internet gateway",
                        () -> clients.ec2()
                                .createInternetGateway(
                                        r -> r.tagSpecifications(owned.specification(ResourceType.INTERNET_GATEWAY)))
                                .internetGateway()
                                .internetGatewayId());
        if (there.isEmpty() || there.get().attachments().isEmpty()) {
            AwsClients.tolerate(
                    "Resource.AlreadyAssociated",
                    "attach the gateway",
                    () -> clients.ec2()
                            .attachInternetGateway(r -> r.internetGatewayId(id).vpcId(vpc)));
        }
        List<RouteTable> tables = AwsClients.ask(
                "look for route tables",
                () -> clients.ec2()
                        .describeRouteTables(r -> r.filters(Owned.filter("vpc-id", vpc)))
                        .routeTables());
        for (RouteTable table : tables) {
            AwsClients.tolerate(
                    "RouteAlreadyExists",
                    "make the route out",
                    () -> clients.ec2()
                            .createRoute(r -> r.routeTableId(table.routeTableId())
                                    .destinationCidrBlock("0.0.0.0/0")
                                    .gatewayId(id)));
        }
    }

    private List<InternetGateway> gateways() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's gateway",
                () -> clients.ec2()
                        .describeInternetGateways(r -> r.filters(owned.filter()))
                        .internetGateways());
    }

    private void subnets(String vpc) throws ProviderException, InterruptedException {
        List<Subnet> there = ownSubnets();
        var zones = new ArrayList<>(settings.zones());
        if (zones.isEmpty()) {
            AwsClients.ask("list zones", () -> clients.ec2().describeAvailabilityZones()).availabilityZones().stream()
                    .map(AvailabilityZone::zoneName)
                    .sorted()
                    .limit(MOST_ZONES)
                    .forEach(zones::add);
        }
        for (int i = 0; i < zones.size(); i++) {
            String zone = zones.get(i);
            String range = "10.88." + (16 * i) + ".0/20";
            String id = there.stream()
                    .filter(subnet -> subnet.availabilityZone().equals(zone))
                    .map(Subnet::subnetId)
                    .findFirst()
                    .orElse("");
            if (id.isEmpty()) {
                id = AwsClients.ask(
                        "make a subnet in " + zone,
                        () -> clients.ec2()
                                .createSubnet(r -> r.vpcId(vpc)
                                        .cidrBlock(range)
                                        .availabilityZone(zone)
                                        .tagSpecifications(
                                                owned.specification(ResourceType.SUBNET, owned.name() + "-" + zone)))
                                .subnet()
                                .subnetId());
            }
            String subnet = id;
            AwsClients.ask(
                    "give machines public addresses in " + zone,
                    () -> clients.ec2()
                            .modifySubnetAttribute(r -> r.subnetId(subnet).mapPublicIpOnLaunch(a -> a.value(true))));
        }
    }

    private List<Subnet> ownSubnets() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's subnets",
                () -> clients.ec2()
                        .describeSubnets(r -> r.filters(owned.filter()))
                        .subnets());
    }

    /** What is left, as kind and id. */
    public List<String> remains() throws ProviderException, InterruptedException {
        var left = new ArrayList<String>();
        find().ifPresent(vpc -> left.add(vpc.vpcId()));
        ownSubnets().forEach(subnet -> left.add(subnet.subnetId()));
        gateways().forEach(gateway -> left.add(gateway.internetGatewayId()));
        return left;
    }

    public void remove() throws ProviderException, InterruptedException {
        for (InternetGateway gateway : gateways()) {
            for (var attachment : gateway.attachments()) {
                AwsClients.tolerate(
                        "Gateway.NotAttached",
                        "detach the gateway",
                        () -> clients.ec2()
                                .detachInternetGateway(r -> r.internetGatewayId(gateway.internetGatewayId())
                                        .vpcId(attachment.vpcId())));
            }
            AwsClients.tolerate(
                    "InvalidInternetGatewayID.NotFound",
                    "remove the gateway",
                    () -> clients.ec2().deleteInternetGateway(r -> r.internetGatewayId(gateway.internetGatewayId())));
        }
        for (Subnet subnet : ownSubnets()) {
            AwsClients.tolerate(
                    "InvalidSubnetID.NotFound",
                    "remove the subnet " + subnet.subnetId(),
                    () -> clients.ec2().deleteSubnet(r -> r.subnetId(subnet.subnetId())));
        }
        Optional<Vpc> vpc = find();
        if (vpc.isPresent()) {
            AwsClients.tolerate(
                    "InvalidVpcID.NotFound",
                    "remove the VPC " + vpc.get().vpcId(),
                    () -> clients.ec2().deleteVpc(r -> r.vpcId(vpc.get().vpcId())));
        }
    }
}
