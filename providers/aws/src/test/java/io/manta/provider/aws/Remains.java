package io.manta.provider.aws;

import io.manta.provider.aws.client.AwsClients;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Snapshot;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Everything in the account whose name or tag names a cluster, found without the provider's help. */
final class Remains {
    private final AwsClients clients;

    Remains(URI endpoint) {
        clients = new AwsClients(
                io.manta.testkit.MotoServer.REGION,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIATEST", "secret")),
                new AwsClients.Link(Optional.of(endpoint), 3, Duration.ofSeconds(20), Duration.ofMillis(5), 100));
    }

    List<String> of(String cluster) {
        var found = new ArrayList<String>();
        Ec2Client ec2 = clients.ec2();
        Filter tagged =
                Filter.builder().name("tag:ray-cluster-name").values(cluster).build();
        Filter there = Filter.builder()
                .name("instance-state-name")
                .values("pending", "running", "stopping", "stopped", "shutting-down")
                .build();
        ec2.describeInstances(r -> r.filters(tagged, there))
                .reservations()
                .forEach(reservation -> reservation.instances().stream()
                        .filter(instance -> names(instance.tags(), cluster))
                        .forEach(instance -> found.add(instance.instanceId())));
        ec2.describeVolumes(r -> r.filters(tagged)).volumes().stream()
                .filter(v -> names(v.tags(), cluster))
                .forEach(v -> found.add(v.volumeId()));
        ec2.describeSecurityGroups().securityGroups().stream()
                .filter(g -> g.groupName().contains(cluster))
                .forEach(g -> found.add(g.groupId()));
        ec2.describeKeyPairs().keyPairs().stream()
                .filter(k -> k.keyName().contains(cluster))
                .forEach(k -> found.add(k.keyName()));
        ec2.describeVpcs().vpcs().stream().filter(v -> names(v.tags(), cluster)).forEach(v -> found.add(v.vpcId()));
        ec2.describeSubnets().subnets().stream()
                .filter(s -> names(s.tags(), cluster))
                .forEach(s -> found.add(s.subnetId()));
        ec2.describeInternetGateways().internetGateways().stream()
                .filter(g -> names(g.tags(), cluster))
                .forEach(g -> found.add(g.internetGatewayId()));
        ec2.describePlacementGroups().placementGroups().stream()
                .filter(g -> g.groupName().contains(cluster))
                .forEach(g -> found.add(g.groupName()));
        ec2.describeImages(r -> r.owners("self").filters(tagged)).images().stream()
                .filter(image -> names(image.tags(), cluster))
                .forEach(image -> found.add(image.imageId()));
        clients.iam().listRoles().roles().stream()
                .filter(role -> role.roleName().contains(cluster))
                .forEach(role -> found.add("role " + role.roleName()));
        clients.iam().listInstanceProfiles().instanceProfiles().stream()
                .filter(profile -> profile.instanceProfileName().contains(cluster))
                .forEach(profile -> found.add("profile " + profile.instanceProfileName()));
        return found;
    }

    /** Asked for where images are made only: moto takes its time. */
    List<String> snapshots(String cluster) {
        Filter tagged =
                Filter.builder().name("tag:ray-cluster-name").values(cluster).build();
        return clients.ec2().describeSnapshots(r -> r.ownerIds("self").filters(tagged)).snapshots().stream()
                .map(Snapshot::snapshotId)
                .toList();
    }

    private static boolean names(List<Tag> tags, String cluster) {
        return tags.stream().anyMatch(tag -> cluster.equals(tag.value()));
    }
}
