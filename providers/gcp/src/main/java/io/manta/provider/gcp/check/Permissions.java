package io.manta.provider.gcp.check;

import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.HeadAccount;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one must be allowed to, and whether one is. */
public final class Permissions {
    private static final List<String> MACHINES = List.of(
            "compute.instances.create",
            "compute.instances.delete",
            "compute.instances.get",
            "compute.instances.list",
            "compute.instances.setLabels",
            "compute.instances.setMetadata",
            "compute.instances.setServiceAccount",
            "compute.instances.setTags",
            "compute.instances.start",
            "compute.instances.stop",
            "compute.disks.create",
            "compute.disks.delete",
            "compute.disks.list",
            "compute.disks.setLabels",
            "compute.subnetworks.get",
            "compute.subnetworks.list",
            "compute.subnetworks.use",
            "compute.subnetworks.useExternalIp",
            "compute.addresses.list",
            "compute.machineTypes.list",
            "compute.projects.get",
            "compute.regions.get",
            "compute.zoneOperations.get",
            "compute.zoneOperations.list",
            "compute.regionOperations.get",
            "compute.globalOperations.get");
    private static final List<String> FIREWALL = List.of(
            "compute.firewalls.create",
            "compute.firewalls.delete",
            "compute.firewalls.get",
            "compute.firewalls.list",
            "compute.firewalls.update",
            "compute.networks.updatePolicy");
    private static final List<String> ACCOUNT = List.of(
            "iam.serviceAccounts.actAs",
            "iam.serviceAccounts.create",
            "iam.serviceAccounts.delete",
            "iam.serviceAccounts.get",
            "iam.serviceAccounts.list",
            "resourcemanager.projects.get",
            "resourcemanager.projects.getIamPolicy",
            "resourcemanager.projects.setIamPolicy");
    private static final List<String> TPUS =
            List.of("tpu.nodes.create", "tpu.nodes.delete", "tpu.nodes.get", "tpu.nodes.list", "tpu.nodes.update");

    private final Rest rest;
    private final Ways ways;
    private final HeadAccount account;

    public Permissions(Rest rest, Ways ways, HeadAccount account) {
        this.rest = rest;
        this.ways = ways;
        this.account = account;
    }

    private List<String> needed(ClusterConfig config) {
        var all = new ArrayList<>(MACHINES);
        all.addAll(FIREWALL);
        if (!HeadAccount.isGiven(config)) {
            all.addAll(ACCOUNT);
        }
        if (hasTpus(config)) {
            all.addAll(TPUS);
        }
        return all;
    }

    boolean hasTpus(ClusterConfig config) {
        return config.nodeTypes().values().stream()
                .anyMatch(type -> ways.of(type).stream().anyMatch(Ways.Way::isTpu));
    }

    /** Asks Google which of them we have; that changes nothing. */
    List<Finding> look(ClusterConfig config) throws ProviderException, InterruptedException {
        List<String> needed = needed(config);
        List<String> granted = rest.ask(
                        "ask for our permissions in project " + rest.project(),
                        Request.post(
                                Service.RESOURCE_MANAGER,
                                "projects/" + rest.project() + ":testIamPermissions",
                                Map.of("permissions", needed)))
                .words("permissions");
        var missing = new ArrayList<>(needed);
        missing.removeAll(granted);
        if (missing.isEmpty()) {
            return List.of(Finding.ok("permissions", "all " + needed.size() + " that are needed"));
        }
        return List.of(Finding.problem(
                "permissions",
                Problem.error(
                        "GCP-DENIED",
                        missing.size() + " permission(s) are missing in project " + rest.project(),
                        String.join(", ", missing),
                        "ask for a role that has them; `manta doctor --policy` prints the command that makes one")));
    }

    /** For administrators, as commands. */
    public Map<String, String> policies(ClusterConfig config) {
        var policies = new LinkedHashMap<String, String>();
        policies.put(
                "user",
                "gcloud iam roles create mantaLauncher --project " + rest.project()
                        + " --title 'Manta launcher' --permissions \\\n  "
                        + String.join(",\\\n  ", needed(config)));
        var head = new StringBuilder("# done by `manta up`, removed by `manta down`\n");
        for (String role : account.roles(config)) {
            head.append("gcloud projects add-iam-policy-binding ")
                    .append(rest.project())
                    .append(" --member serviceAccount:")
                    .append(account.email())
                    .append(" --role ")
                    .append(role)
                    .append(role.equals(HeadAccount.ROLE) ? condition(config) : " --condition None")
                    .append('\n');
        }
        policies.put("head", head.toString().strip());
        return policies;
    }

    /** In the form that can hold commas and quotation marks. */
    private String condition(ClusterConfig config) {
        return " \\\n  --condition '^:^title=manta:expression="
                + account.condition(config).replace("'", "'\\''") + "'";
    }
}
