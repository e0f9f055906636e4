package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.instance.Batch;
import io.manta.provider.aws.launch.InstanceRequest;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.offer.PriceList;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.common.Pace;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/** What the user writes reaches EC2 as it is; what must be there besides is added, not put in its place. */
final class RequestTest {
    private static final Foundation FOUNDATION = new Foundation(
            List.of(
                    new Foundation.Subnet("subnet-1", "us-west-2a", "vpc-1"),
                    new Foundation.Subnet("subnet-2", "us-west-2b", "vpc-1")),
            List.of("subnet-1", "subnet-2"),
            "sg-1",
            "key",
            Optional.of("profile"),
            Optional.empty(),
            Optional.empty(),
            MonitoringTexts.NONE,
            Map.of("worker/m5.large", new Foundation.NodeFacts("ami-1", "/dev/xvda", 8, "")));

    private static RunInstancesRequest request(
            Map<String, Object> provider, Map<String, Object> nodeConfig, NodeRole role) throws ProviderException {
        ClusterConfig config = AwsWorld.withWorkers(Configs.small("c", "aws", provider), nodeConfig);
        var settings = AwsSettings.of(config);
        NodeType type = config.nodeType(Configs.WORKER);
        Ways.Choice choice = new Ways(settings, PriceList.bundled())
                .choices(type, FOUNDATION)
                .getFirst();
        return new InstanceRequest(settings, FOUNDATION).build(choice, role, 3, Map.of("ray-cluster-name", "c"));
    }

    @Test
    void everythingInNodeConfigIsPassedOn() throws Exception {
        RunInstancesRequest request = request(
                Map.of(),
                Map.of(
                        "InstanceType", "m5.large",
                        "BlockDeviceMappings",
                                List.of(Map.of(
                                        "DeviceName", "/dev/sda1", "Ebs", Map.of("VolumeSize", 500, "Iops", 4000))),
                        "InstanceMarketOptions",
                                Map.of("MarketType", "spot", "SpotOptions", Map.of("MaxPrice", "0.05")),
                        "CapacityReservationSpecification", Map.of("CapacityReservationPreference", "open"),
                        "Placement", Map.of("GroupName", "mine", "PartitionNumber", 2),
                        "UserData", "#!/bin/sh\necho hi\n",
                        "TagSpecifications",
                                List.of(Map.of(
                                        "ResourceType",
                                        "instance",
                                        "Tags",
                                        List.of(Map.of("Key", "team", "Value", "ml")))),
                        "IamInstanceProfile", Map.of("Arn", "arn:aws:iam::1:instance-profile/w"),
                        "EbsOptimized", true),
                NodeRole.WORKER);

        assertThat(request.blockDeviceMappings()).singleElement().satisfies(disk -> {
            assertThat(disk.deviceName()).as("the image's own root").isEqualTo("/dev/xvda");
            assertThat(disk.ebs().volumeSize()).isEqualTo(500);
            assertThat(disk.ebs().iops()).isEqualTo(4000);
            assertThat(disk.ebs().encrypted()).isTrue();
        });
        assertThat(request.instanceMarketOptions().spotOptions().maxPrice()).isEqualTo("0.05");
        assertThat(request.capacityReservationSpecification().capacityReservationPreferenceAsString())
                .isEqualTo("open");
        assertThat(request.placement().partitionNumber()).isEqualTo(2);
        assertThat(request.userData()).isEqualTo("IyEvYmluL3NoCmVjaG8gaGkK");
        assertThat(request.ebsOptimized()).isTrue();
        assertThat(request.iamInstanceProfile().arn()).endsWith("/w");
        assertThat(request.tagSpecifications().getFirst().tags())
                .extracting(tag -> tag.key() + "=" + tag.value())
                .contains("team=ml", "ray-cluster-name=c");
        assertThat(request.tagSpecifications())
                .extracting(tags -> tags.resourceTypeAsString())
                .contains("volume", "spot-instances-request");
        assertThat(request.imageId()).isEqualTo("ami-1");
        assertThat(request.subnetId()).isEqualTo("subnet-1");
        assertThat(request.securityGroupIds()).containsExactly("sg-1");
        assertThat(request.keyName()).isEqualTo("key");
        assertThat(request.maxCount()).isEqualTo(3);
        assertThat(request.metadataOptions().httpTokensAsString()).isEqualTo("required");
        assertThat(request.metadataOptions().httpPutResponseHopLimit()).isEqualTo(1);
    }

    @Test
    void networkInterfacesBringTheirOwnSubnetAndGroups() throws Exception {
        RunInstancesRequest request = request(
                Map.of(),
                Map.of(
                        "InstanceType",
                        "m5.large",
                        "NetworkInterfaces",
                        List.of(Map.of(
                                "DeviceIndex",
                                0,
                                "SubnetId",
                                "subnet-9",
                                "Groups",
                                List.of("sg-9"),
                                "InterfaceType",
                                "efa"))),
                NodeRole.WORKER);
        assertThat(request.subnetId()).isNull();
        assertThat(request.securityGroupIds()).isEmpty();
        assertThat(request.networkInterfaces().getFirst().interfaceType()).isEqualTo("efa");
    }

    @Test
    void onlyTheHeadGetsTheHeadsRole() throws Exception {
        assertThat(request(Map.of(), Map.of(), NodeRole.WORKER).iamInstanceProfile())
                .isNull();
        assertThat(request(Map.of(), Map.of(), NodeRole.HEAD)
                        .iamInstanceProfile()
                        .name())
                .isEqualTo("profile");
    }

    @Test
    void raysOldWaysLeaveDisksAndMetadataAsTheyAre() throws Exception {
        RunInstancesRequest request = request(Map.of("security", "ray"), Map.of(), NodeRole.WORKER);
        assertThat(request.metadataOptions()).isNull();
        assertThat(request.blockDeviceMappings()).isEmpty();
    }

    @Test
    void aKeyThatEc2DoesNotKnowIsNamed() {
        assertThatThrownBy(() -> request(Map.of(), Map.of("Ebs", 3), NodeRole.WORKER))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.problem().why()).contains("AWS knows no Ebs"));
    }

    @Test
    void theTokenIsTheSameForTheSameRequestOnly() throws Exception {
        String token = request(Map.of(), Map.of(), NodeRole.WORKER).clientToken();
        assertThat(request(Map.of(), Map.of(), NodeRole.WORKER).clientToken())
                .isEqualTo(token)
                .hasSizeLessThanOrEqualTo(64);
        assertThat(request(Map.of(), Map.of("EbsOptimized", true), NodeRole.WORKER)
                        .clientToken())
                .isNotEqualTo(token);
    }

    @Test
    void offersGoOverZonesTypesAndMarketsInTheOrderOfTheFile() {
        ClusterConfig config = AwsWorld.withWorkers(
                Configs.small(
                        "c",
                        "aws",
                        Map.of(
                                "fallback",
                                List.of(
                                        Map.of("InstanceType", "m5a.large", "availability_zone", "us-west-2b"),
                                        Map.of("market", "on-demand")))),
                Map.of(
                        "InstanceTypes",
                        List.of("m5.large", "m6i.large"),
                        "InstanceMarketOptions",
                        Map.of("MarketType", "spot")));
        var choices = new Ways(AwsSettings.of(config), PriceList.bundled())
                .choices(config.nodeType(Configs.WORKER), FOUNDATION);
        assertThat(choices)
                .extracting(choice -> choice.offer().variant() + " "
                        + choice.offer().zone() + " " + choice.offer().market())
                .containsExactly(
                        "m5.large us-west-2a SPOT",
                        "m5.large us-west-2b SPOT",
                        "m6i.large us-west-2a SPOT",
                        "m6i.large us-west-2b SPOT",
                        "m5a.large us-west-2b SPOT",
                        "m5.large us-west-2a ON_DEMAND",
                        "m5.large us-west-2b ON_DEMAND",
                        "m6i.large us-west-2a ON_DEMAND",
                        "m6i.large us-west-2b ON_DEMAND");
        assertThat(choices.getFirst().offer().pricePerHour().orElseThrow()).isLessThan(0.096);
    }

    @Test
    void namesOfABatchSurviveInTheTags() {
        List<String> names = java.util.stream.IntStream.range(0, 100)
                .mapToObj("ray-some-cluster-worker-a%07d"::formatted)
                .toList();
        Map<String, String> tags = new Batch(names).tags();
        assertThat(tags)
                .hasSizeLessThan(6)
                .allSatisfy((name, value) -> assertThat(value).hasSizeLessThanOrEqualTo(256));
        for (int i = 0; i < 100; i++) {
            assertThat(Batch.node(tags, i)).contains(names.get(i));
        }
        assertThat(Batch.node(tags, 100)).isEmpty();
        assertThat(Batch.node(new Batch(List.of("n-1", "n-10")).tags(), 1)).contains("n-10");
    }

    @Test
    void callsAreSpreadOverTimeOnceTheBurstIsUsedUp() {
        var bucket = new Pace(new Pace.Rate(2, 4));
        assertThat(bucket.take(0)).isZero();
        assertThat(bucket.take(0)).isZero();
        assertThat(bucket.take(0)).isEqualTo(250_000_000L);
        assertThat(bucket.take(500_000_000L)).isZero();
    }

    @Test
    void errorCodesAreWhatTheyMean() {
        assertThat(AwsErrors.kind("InsufficientInstanceCapacity", 500)).isEqualTo(ProviderException.Kind.NO_CAPACITY);
        assertThat(AwsErrors.kind("SpotMaxPriceTooLow", 400)).isEqualTo(ProviderException.Kind.NO_CAPACITY);
        assertThat(AwsErrors.kind("VcpuLimitExceeded", 400)).isEqualTo(ProviderException.Kind.QUOTA);
        assertThat(AwsErrors.kind("MaxSpotInstanceCountExceeded", 400)).isEqualTo(ProviderException.Kind.QUOTA);
        assertThat(AwsErrors.kind("RequestLimitExceeded", 503)).isEqualTo(ProviderException.Kind.THROTTLED);
        assertThat(AwsErrors.kind("UnauthorizedOperation", 403)).isEqualTo(ProviderException.Kind.DENIED);
        assertThat(AwsErrors.kind("InvalidAMIID.NotFound", 400)).isEqualTo(ProviderException.Kind.INVALID);
        assertThat(AwsErrors.kind("InternalError", 500)).isEqualTo(ProviderException.Kind.UNKNOWN);
    }
}
