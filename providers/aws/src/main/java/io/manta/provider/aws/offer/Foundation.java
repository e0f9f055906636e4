package io.manta.provider.aws.offer;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.MonitoringTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code prepare} found or made. It lies in the cluster's directory, so that the head need not look for it again, nor be
 * allowed to.
 *
 * @param subnets all that are available in the region, best first
 * @param usable ids of those that machines without a subnet of their own may go to
 * @param group the cluster's security group
 * @param profile name of the head's instance profile
 * @param fileSystem id of the one that nodes share
 * @param monitoring what CloudWatch shall have
 * @param nodes what each node type is launched with beyond its own settings, by type name
 */
public record Foundation(
        List<Subnet> subnets,
        List<String> usable,
        String group,
        String keyName,
        Optional<String> profile,
        Optional<String> placementGroup,
        Optional<String> fileSystem,
        MonitoringTexts monitoring,
        Map<String, NodeFacts> nodes) {
    /** A subnet and where it lies. */
    public record Subnet(String id, String zone, String vpc) {}

    /**
     * @param image resolved image
     * @param rootDevice the image's name for its root volume
     * @param rootGiB the size the image has it with
     * @param setup fingerprint of the set-up that the image holds; empty when none is known
     */
    public record NodeFacts(String image, String rootDevice, int rootGiB, String setup) {}

    /** Under which {@link #nodes} has what belongs to a way. */
    public static String factsKey(String nodeType, String instanceType) {
        return nodeType + "/" + instanceType;
    }

    private static Path file(Path directory) {
        return directory.resolve("aws.json");
    }

    public static Optional<Foundation> read(Path directory) throws IOException {
        if (!Files.exists(file(directory))) {
            return Optional.empty();
        }
        Map<String, Object> map = JSON.std.mapFrom(Files.readString(file(directory)));
        var subnets = new ArrayList<Subnet>();
        for (var entry : AwsSettings.maps(map.get("subnets"))) {
            subnets.add(new Subnet(text(entry, "id"), text(entry, "zone"), text(entry, "vpc")));
        }
        var nodes = new LinkedHashMap<String, NodeFacts>();
        AwsSettings.map(map.get("nodes")).forEach((name, value) -> {
            Map<String, Object> facts = AwsSettings.map(value);
            int size = facts.get("root_gib") instanceof Number number ? number.intValue() : 8;
            nodes.put(
                    name, new NodeFacts(text(facts, "image"), text(facts, "root_device"), size, text(facts, "setup")));
        });
        return Optional.of(new Foundation(
                subnets,
                AwsSettings.words(map.get("usable")),
                text(map, "group"),
                text(map, "key_name"),
                optional(map, "profile"),
                optional(map, "placement_group"),
                optional(map, "file_system"),
                new MonitoringTexts(optional(map, "agent_config"), optional(map, "dashboard"), optional(map, "alarms")),
                nodes));
    }

    public void write(Path directory) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put(
                "subnets",
                subnets.stream()
                        .map(s -> Map.of("id", s.id(), "zone", s.zone(), "vpc", s.vpc()))
                        .toList());
        map.put("usable", usable);
        map.put("group", group);
        map.put("key_name", keyName);
        map.put("profile", profile.orElse(""));
        map.put("placement_group", placementGroup.orElse(""));
        map.put("file_system", fileSystem.orElse(""));
        map.put("agent_config", monitoring.agent().orElse(""));
        map.put("dashboard", monitoring.dashboard().orElse(""));
        map.put("alarms", monitoring.alarm().orElse(""));
        var types = new LinkedHashMap<String, Object>();
        nodes.forEach((name, facts) -> types.put(
                name,
                Map.of(
                        "image", facts.image(),
                        "root_device", facts.rootDevice(),
                        "root_gib", facts.rootGiB(),
                        "setup", facts.setup())));
        map.put("nodes", types);
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, ".aws", ".json");
        Files.writeString(part, JSON.std.asString(map));
        Files.move(part, file(directory), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String text(Map<String, Object> map, String key) {
        return String.valueOf(map.getOrDefault(key, ""));
    }

    private static Optional<String> optional(Map<String, Object> map, String key) {
        return Optional.of(text(map, key)).filter(value -> !value.isEmpty());
    }

    /** Where machines of a type may go, in order: its own subnets, or those that are for all. */
    public List<Subnet> places(Map<String, Object> nodeConfig) {
        List<String> own = new ArrayList<>(AwsSettings.words(nodeConfig.get("SubnetIds")));
        own.addAll(AwsSettings.words(nodeConfig.get("SubnetId")));
        List<String> wanted = own.isEmpty() ? usable : own;
        var places = new ArrayList<Subnet>();
        for (String id : wanted) {
            places.add(subnets.stream()
                    .filter(subnet -> subnet.id().equals(id))
                    .findFirst()
                    .orElse(new Subnet(id, "", "")));
        }
        return places;
    }
}
