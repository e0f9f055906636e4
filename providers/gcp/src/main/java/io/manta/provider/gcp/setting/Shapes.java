package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Forms in which {@code node_config} may come, brought into the one that Google takes. */
public final class Shapes {
    /** Fields that a call for many machines takes as well, and what is handled before. */
    static final Set<String> BULK = Set.of(
            "advancedMachineFeatures",
            "canIpForward",
            "confidentialInstanceConfig",
            "description",
            "disks",
            "guestAccelerators",
            "keyRevocationActionType",
            "labels",
            "machineType",
            "machineTypes",
            "metadata",
            "minCpuPlatform",
            "networkInterfaces",
            "networkPerformanceConfig",
            "privateIpv6GoogleAccess",
            "reservationAffinity",
            "resourceManagerTags",
            "resourcePolicies",
            "scheduling",
            "serviceAccounts",
            "shieldedInstanceConfig",
            "sourceInstanceTemplate",
            "tags");

    private static final Set<String> OURS = Set.of("name", "zone", "resources", "_has_tpus");

    private Shapes() {}

    /** A copy without what is ours to say, and with {@code scheduling} as an object: Ray's files have a list. */
    static Map<String, Object> tidy(Map<String, Object> nodeConfig) {
        var out = new LinkedHashMap<>(nodeConfig);
        OURS.forEach(out::remove);
        if (out.get("scheduling") instanceof List<?> parts) {
            var merged = new LinkedHashMap<String, Object>();
            parts.forEach(part -> merged.putAll(Doc.of(part).map()));
            out.put("scheduling", merged);
        }
        return out;
    }

    static boolean isSpot(Doc node) {
        Doc machine = node.doc("scheduling");
        Doc tpu = node.doc("schedulingConfig");
        return machine.flag("preemptible")
                || machine.text("provisioningModel").equals("SPOT")
                || tpu.flag("preemptible")
                || tpu.flag("spot");
    }

    static void market(Map<String, Object> nodeConfig, boolean spot) {
        boolean tpu = nodeConfig.containsKey("acceleratorType") || nodeConfig.containsKey("acceleratorConfig");
        Map<String, Object> scheduling =
                Doc.of(nodeConfig.get(tpu ? "schedulingConfig" : "scheduling")).map();
        for (String key : List.of("preemptible", "spot", "provisioningModel", "instanceTerminationAction")) {
            scheduling.remove(key);
        }
        if (spot && tpu) {
            scheduling.put("spot", true);
        } else if (spot) {
            scheduling.put("provisioningModel", "SPOT");
        }
        nodeConfig.put(tpu ? "schedulingConfig" : "scheduling", scheduling);
    }
}
