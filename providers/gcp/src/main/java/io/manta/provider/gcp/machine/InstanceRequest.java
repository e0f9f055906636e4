package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.ground.Removal;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A node type's settings as Compute Engine takes them: all that the user wrote, unchanged, and what must be there besides. */
public final class InstanceRequest {
    // The image's own 10 GB are full when Ray is installed, and no container image fits beside it.
    private static final int ROOT = 50;
    private static final int ROOT_WITH_DOCKER = 120;
    // Only these are known to boot shielded; Compute Engine refuses the setting for others.
    private static final Set<String> PUBLIC = Set.of(
            "ubuntu-os-cloud", "debian-cloud", "deeplearning-platform-release", "rocky-linux-cloud", "cos-cloud");

    private final GcpSettings settings;
    private final Foundation foundation;

    public InstanceRequest(GcpSettings settings, Foundation foundation) {
        this.settings = settings;
        this.foundation = foundation;
    }

    /**
     * Everything but the name.
     *
     * @param bulk for a call that makes many: names of machine types and the like stand without their zone
     * @param template what an instance template brings, to be kept beside ours
     */
    public Map<String, Object> values(
            Ways.Choice choice, NodeRole role, Map<String, String> labels, boolean bulk, Doc template) {
        var values = new LinkedHashMap<>(choice.way().nodeConfig());
        values.remove("sourceInstanceTemplate");
        boolean own = template.isEmpty();
        String zone = choice.zone();
        if (!choice.way().machineType().isEmpty()) {
            values.put("machineType", placed(choice.way().machineType(), "machineTypes", zone, bulk));
        }
        values.put("labels", labels(values, labels, template));
        accelerators(values, zone, bulk);
        scheduling(values, choice.way());
        if (own || values.containsKey("disks")) {
            disks(values, choice, labels, bulk);
        }
        if (own && !values.containsKey("networkInterfaces")) {
            values.put("networkInterfaces", List.of(network(role)));
        }
        tags(values, template);
        metadata(values, template);
        if (role == NodeRole.HEAD) {
            foundation
                    .account()
                    .ifPresent(email -> values.putIfAbsent(
                            "serviceAccounts",
                            List.of(Map.of(
                                    "email",
                                    email,
                                    "scopes",
                                    List.of("https://www.googleapis.com/auth/cloud-platform")))));
        }
        if (own && isPublic(values)) {
            // Drivers that are not signed, as NVIDIA's often are, do not load under secure boot.
            values.putIfAbsent(
                    "shieldedInstanceConfig",
                    Map.of(
                            "enableSecureBoot", !choice.way().hasGpus(),
                            "enableVtpm", true,
                            "enableIntegrityMonitoring", true));
        }
        return values;
    }

    private static String placed(String name, String kind, String zone, boolean bulk) {
        String last = Doc.lastPart(name);
        return bulk ? last : "zones/" + zone + "/" + kind + "/" + last;
    }

    /** The user's labels stay; those that make a machine ours cannot be overridden. */
    private Map<String, String> labels(Map<String, Object> values, Map<String, String> ours, Doc template) {
        var all = new LinkedHashMap<>(template.texts("labels"));
        all.putAll(settings.labels());
        all.putAll(new Doc(values).texts("labels"));
        all.putAll(ours);
        return all;
    }

    private void accelerators(Map<String, Object> values, String zone, boolean bulk) {
        var all = new ArrayList<Map<String, Object>>();
        for (Doc accelerator : new Doc(values).docs("guestAccelerators")) {
            accelerator.map().computeIfPresent("acceleratorType", (key, type) -> {
                String path = placed(type.toString(), "acceleratorTypes", zone, bulk);
                return bulk ? path : "projects/" + foundation.project() + "/" + path;
            });
            all.add(accelerator.map());
        }
        if (!all.isEmpty()) {
            values.put("guestAccelerators", all);
        }
    }

    /** Preempted machines go away instead of lying stopped, unless they are to be used again. */
    private void scheduling(Map<String, Object> values, Ways.Way way) {
        Map<String, Object> scheduling = new Doc(values).doc("scheduling").map();
        if (way.spot()) {
            scheduling.putIfAbsent("provisioningModel", "SPOT");
            scheduling.putIfAbsent("automaticRestart", false);
            scheduling.putIfAbsent("instanceTerminationAction", settings.stopInsteadOfEnd() ? "STOP" : "DELETE");
        }
        if (way.spot() || way.hasGpus()) {
            scheduling.putIfAbsent("onHostMaintenance", "TERMINATE");
        }
        if (!scheduling.isEmpty()) {
            values.put("scheduling", scheduling);
        }
    }

    private void disks(Map<String, Object> values, Ways.Choice choice, Map<String, String> labels, boolean bulk) {
        var disks = new ArrayList<Map<String, Object>>();
        new Doc(values).docs("disks").forEach(disk -> disks.add(disk.map()));
        if (disks.isEmpty()) {
            disks.add(new LinkedHashMap<>(Map.of("boot", true, "type", "PERSISTENT")));
        }
        String image = foundation
                .images()
                .getOrDefault(
                        Foundation.imageKey(
                                choice.offer().nodeType(), choice.way().machineType()),
                        "");
        for (Map<String, Object> disk : disks) {
            if (disk.containsKey("source")) {
                continue;
            }
            // What is made with a machine ends with it, unless the user says otherwise.
            disk.putIfAbsent("autoDelete", true);
            Map<String, Object> params = new Doc(disk).doc("initializeParams").map();
            boolean boot = new Doc(disk).flag("boot");
            if (boot && !params.containsKey("sourceImage") && !params.containsKey("sourceSnapshot")) {
                params.put("sourceImage", image);
            }
            if (boot) {
                params.putIfAbsent("diskSizeGb", settings.docker() ? ROOT_WITH_DOCKER : ROOT);
            }
            params.computeIfPresent(
                    "diskType", (key, type) -> placed(type.toString(), "diskTypes", choice.zone(), bulk));
            if (!"SCRATCH".equals(disk.get("type"))) {
                var marks = new LinkedHashMap<>(new Doc(params).texts("labels"));
                for (String key : new String[] {Tags.CLUSTER, Tags.ROLE}) {
                    marks.put(key, labels.getOrDefault(key, ""));
                }
                if (!new Doc(disk).flag("autoDelete")) {
                    marks.put(Removal.KEEP, "yes");
                }
                params.put("labels", marks);
            }
            disk.put("initializeParams", params);
        }
        values.put("disks", disks);
    }

    private Map<String, Object> network(NodeRole role) {
        var network = new LinkedHashMap<String, Object>();
        network.put("subnetwork", foundation.subnet());
        if (!settings.reachesInside(role == NodeRole.HEAD)) {
            network.put("accessConfigs", List.of(Map.of("type", "ONE_TO_ONE_NAT", "name", "External NAT")));
        }
        return network;
    }

    private void tags(Map<String, Object> values, Doc template) {
        var items = new LinkedHashSet<>(template.doc("tags").words("items"));
        Doc given = new Doc(values).doc("tags");
        items.addAll(given.words("items"));
        items.add(foundation.tag());
        given.map().put("items", List.copyOf(items));
        values.put("tags", given.map());
    }

    private void metadata(Map<String, Object> values, Doc template) {
        var items = new LinkedHashMap<String, String>();
        template.doc("metadata").docs("items").forEach(item -> items.put(item.text("key"), item.text("value")));
        Doc given = new Doc(values).doc("metadata");
        given.docs("items").forEach(item -> items.put(item.text("key"), item.text("value")));
        items.putAll(Login.metadata(settings, foundation, items.getOrDefault("ssh-keys", "")));
        items.putIfAbsent("enable-guest-attributes", "TRUE");
        given.map()
                .put(
                        "items",
                        items.entrySet().stream()
                                .map(item -> Map.of("key", item.getKey(), "value", item.getValue()))
                                .toList());
        values.put("metadata", given.map());
    }

    private static boolean isPublic(Map<String, Object> values) {
        return new Doc(values)
                .docs("disks").stream()
                        .filter(disk -> disk.flag("boot"))
                        .map(disk -> disk.doc("initializeParams").text("sourceImage"))
                        .allMatch(image ->
                                PUBLIC.stream().anyMatch(project -> image.contains("projects/" + project + "/")));
    }
}
