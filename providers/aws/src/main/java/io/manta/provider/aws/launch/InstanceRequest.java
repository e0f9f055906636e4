package io.manta.provider.aws.launch;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.client.SdkShapes;
import io.manta.provider.aws.instance.InstanceTags;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/** A node type's settings as a RunInstances request: all that the user wrote, and what must be there besides. */
public final class InstanceRequest {
    private static final List<String> OURS =
            List.of("SubnetIds", "InstanceTypes", "MinCount", "MaxCount", "ClientToken", "DryRun");
    private static final List<String> USUAL_ROOTS = List.of("/dev/sda1", "/dev/xvda");

    // Ubuntu's own 8 GB are full when Ray is installed, and no image fits beside it.
    private static final int ROOT = 40;
    private static final int ROOT_WITH_DOCKER = 120;

    private final AwsSettings settings;
    private final Foundation foundation;

    public InstanceRequest(AwsSettings settings, Foundation foundation) {
        this.settings = settings;
        this.foundation = foundation;
    }

    public RunInstancesRequest build(Ways.Choice choice, NodeRole role, int count, Map<String, String> tags)
            throws ProviderException {
        String type = choice.offer().nodeType();
        Map<String, Object> values = values(choice, role, tags);
        values.put("MinCount", 1);
        values.put("MaxCount", count);
        // The token covers the whole request: the same one again gives the same machines, another one other machines.
        values.put("ClientToken", Owned.hash(json(values)));
        var builder = RunInstancesRequest.builder();
        try {
            SdkShapes.fill(builder, values, "");
        } catch (SdkShapes.Misfit e) {
            throw AwsProblems.nodeConfig(type, String.valueOf(e.getMessage()));
        }
        return builder.build();
    }

    /** Whether EC2 knows the keys that the user gave, and their values fit. */
    public static void check(String type, Ways.Way way) throws ProviderException {
        var values = new LinkedHashMap<>(way.nodeConfig());
        OURS.forEach(values::remove);
        try {
            SdkShapes.fill(RunInstancesRequest.builder(), values, "");
        } catch (SdkShapes.Misfit e) {
            throw AwsProblems.nodeConfig(type, String.valueOf(e.getMessage()));
        }
    }

    public Map<String, Object> values(Ways.Choice choice, NodeRole role, Map<String, String> tags) {
        var values = new LinkedHashMap<>(choice.way().nodeConfig());
        OURS.forEach(values::remove);
        Foundation.NodeFacts facts = foundation
                .nodes()
                .get(Foundation.factsKey(choice.offer().nodeType(), choice.way().instanceType()));
        if (facts != null && !facts.image().isEmpty()) {
            values.put("ImageId", facts.image());
            disks(values, facts.rootDevice(), facts.rootGiB());
        }
        if (!foundation.keyName().isEmpty()) {
            values.putIfAbsent("KeyName", foundation.keyName());
        }
        if (role == NodeRole.HEAD) {
            foundation.profile().ifPresent(name -> values.putIfAbsent("IamInstanceProfile", Map.of("Name", name)));
        }
        if (!values.containsKey("NetworkInterfaces")) {
            values.put("SubnetId", choice.place().id());
            values.putIfAbsent("SecurityGroupIds", List.of(foundation.group()));
        }
        foundation.placementGroup().ifPresent(group -> {
            var placement = AwsSettings.map(values.get("Placement"));
            placement.putIfAbsent("GroupName", group);
            values.put("Placement", placement);
        });
        if (!settings.rayDefaults()) {
            values.putIfAbsent(
                    "MetadataOptions",
                    Map.of("HttpTokens", "required", "HttpPutResponseHopLimit", settings.docker() ? 2 : 1));
        }
        if (values.get("UserData") != null) {
            values.put("UserData", encoded(String.valueOf(values.get("UserData"))));
        }
        var all = new LinkedHashMap<>(tags);
        all.put(Owned.MARK, settings.cluster());
        if (facts != null && !facts.setup().isEmpty()) {
            // What the image holds need not be done again: set-up compares this with what it would do.
            all.put(Tags.SETUP_HASH, facts.setup());
        }
        values.put("TagSpecifications", tagSpecifications(values, choice.way().spot(), all));
        return values;
    }

    /** The YAML has it as text, as boto3 takes it; EC2 wants it encoded. */
    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sizes meant for the root volume must hit it, whatever the image calls it; and disks are encrypted. */
    private void disks(Map<String, Object> values, String root, int imageGiB) {
        var disks = new ArrayList<Map<String, Object>>(AwsSettings.maps(values.get("BlockDeviceMappings")));
        boolean hasRoot = disks.stream().anyMatch(disk -> root.equals(disk.get("DeviceName")));
        for (Map<String, Object> disk : disks) {
            if (!hasRoot && USUAL_ROOTS.contains(String.valueOf(disk.get("DeviceName")))) {
                disk.put("DeviceName", root);
                hasRoot = true;
            }
        }
        if (!settings.rayDefaults()) {
            if (!hasRoot) {
                int size = Math.max(imageGiB, settings.docker() ? ROOT_WITH_DOCKER : ROOT);
                disks.add(new LinkedHashMap<>(
                        Map.of("DeviceName", root, "Ebs", Map.of("VolumeSize", size, "VolumeType", "gp3"))));
            }
            for (Map<String, Object> disk : disks) {
                if (disk.get("Ebs") instanceof Map<?, ?> given) {
                    var ebs = AwsSettings.map(given);
                    ebs.putIfAbsent("Encrypted", true);
                    ebs.putIfAbsent("DeleteOnTermination", true);
                    disk.put("Ebs", ebs);
                }
            }
        }
        if (!disks.isEmpty()) {
            values.put("BlockDeviceMappings", disks);
        }
    }

    /** The user's tags stay; those that make a machine ours cannot be overridden. */
    private List<Map<String, Object>> tagSpecifications(
            Map<String, Object> values, boolean spot, Map<String, String> tags) {
        var byKind = new LinkedHashMap<String, Map<String, String>>();
        var kinds = new ArrayList<>(List.of("instance", "volume", "network-interface"));
        if (spot) {
            kinds.add("spot-instances-request");
        }
        kinds.forEach(kind -> byKind.put(kind, new LinkedHashMap<>(settings.tags())));
        for (Map<String, Object> given : AwsSettings.maps(values.get("TagSpecifications"))) {
            var target =
                    byKind.computeIfAbsent(String.valueOf(given.get("ResourceType")), kind -> new LinkedHashMap<>());
            AwsSettings.maps(given.get("Tags"))
                    .forEach(tag -> target.put(String.valueOf(tag.get("Key")), String.valueOf(tag.get("Value"))));
        }
        String userName = Objects.requireNonNull(byKind.get("instance")).get("Name");
        kinds.forEach(kind -> {
            Map<String, String> target = Objects.requireNonNull(byKind.get(kind));
            target.putAll(kind.equals("instance") ? tags : InstanceTags.essential(tags));
        });
        if (userName != null) {
            Objects.requireNonNull(byKind.get("instance")).put("Name", userName);
        }
        return byKind.entrySet().stream()
                .map(entry -> Map.<String, Object>of(
                        "ResourceType",
                        entry.getKey(),
                        "Tags",
                        entry.getValue().entrySet().stream()
                                .map(tag -> Map.of("Key", tag.getKey(), "Value", tag.getValue()))
                                .toList()))
                .toList();
    }

    private static String json(Map<String, Object> values) {
        try {
            return JSON.std.asString(values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
