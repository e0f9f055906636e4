package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What each provider needs that a shape cannot say. */
final class ProviderChecks {
    private static final Pattern DNS_LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SAFE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private final Findings findings;

    ProviderChecks(Findings findings) {
        this.findings = findings;
    }

    void check(Fields user, Fields resolved, String type) {
        name(user, type);
        Fields provider = user.table("provider").orElse(Fields.empty(user.origin()));
        switch (type) {
            case Providers.LOCAL -> hosts(provider);
            case Providers.AWS -> aws(provider, user, resolved);
            case Providers.GCP -> gcp(provider);
            case Providers.EXTERNAL -> new ExternalChecks(findings).check(provider);
            case Providers.KUBERNETES ->
                findings.note(
                        "CONFIG-LEGACY-PROVIDER",
                        "today's Ray refuses provider `kubernetes`",
                        "Ray leaves pods to KubeRay; Manta makes them itself",
                        "nothing, unless Ray's own launcher shall read this file: then write a RayCluster for KubeRay",
                        provider.get("type").map(Value::origin).orElse(provider.origin()));
            default -> {}
        }
        continuousSync(resolved);
        new InstanceNames(findings).check(resolved, type);
    }

    private void name(Fields user, String type) {
        Optional<Value> value = user.get("cluster_name");
        if (value.isEmpty() || !(value.get() instanceof Scalar s && s.data() instanceof String name)) {
            return;
        }
        Origin at = value.get().origin();
        if (name.isEmpty() || !SAFE_NAME.matcher(name).matches()) {
            findings.error(
                    "CONFIG-NAME",
                    "`cluster_name` cannot be \"" + name + "\"",
                    "it becomes part of file and machine names: letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
                    "use letters, digits and hyphens",
                    at);
        } else if ((type.equals(Providers.GCP) || type.equals(Providers.KUBERNETES))
                && !DNS_LABEL.matcher(name).matches()) {
            findings.error(
                    "CONFIG-NAME",
                    "`cluster_name` cannot be \"" + name + "\"",
                    "provider `" + type
                            + "` allows only lower-case letters, digits and hyphens, starting with a letter",
                    "write \"" + name.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + "\"",
                    at);
        }
    }

    private void hosts(Fields provider) {
        Set<String> seen = new HashSet<>();
        provider.text("head_ip").ifPresent(seen::add);
        for (Value host : provider.items("worker_ips")
                .orElse(Items.empty(provider.origin()))
                .values()) {
            if (host instanceof Scalar s && s.data() instanceof String address && !seen.add(address)) {
                boolean head = provider.text("head_ip").filter(address::equals).isPresent();
                findings.error(
                        "CONFIG-HOST-TWICE",
                        address + " is listed twice",
                        head ? "it is the head already" : "a host can be only one worker",
                        "remove one of the two",
                        host.origin());
            }
        }
    }

    private void aws(Fields provider, Fields user, Fields resolved) {
        zones(provider, "");
        boolean ownKey =
                user.table("auth").flatMap(a -> a.text("ssh_private_key")).isPresent();
        Fields types = resolved.table("available_node_types").orElse(Fields.empty(resolved.origin()));
        for (String name : types.keys()) {
            Optional<Fields> node = types.table(name).flatMap(t -> t.table("node_config"));
            node.ifPresent(this::interfaces);
            if (ownKey
                    && node.isPresent()
                    && !node.get().has("KeyName")
                    && !node.get().has("UserData")) {
                findings.error(
                        "CONFIG-AWS-KEY-NAME",
                        "the node type `" + name + "` has no `KeyName`",
                        "`auth.ssh_private_key` is given, and EC2 must know which key pair that is",
                        "add `KeyName` to its `node_config`, or remove `ssh_private_key` to have a key pair made",
                        node.get().origin().at().isPresent() ? node.get().origin() : user.keyOrigin("auth"));
            }
        }
    }

    /** EC2 takes networks either at the instance or at its interfaces. */
    private void interfaces(Fields node) {
        for (String key : new String[] {"SubnetId", "SubnetIds", "SecurityGroupIds"}) {
            if (node.has("NetworkInterfaces") && node.has(key)) {
                findings.error(
                        "CONFIG-AWS-NETWORK",
                        "`" + key + "` cannot stand beside `NetworkInterfaces`",
                        "each network interface names its own subnet and groups",
                        "move it into the entries of `NetworkInterfaces`",
                        node.keyOrigin(key));
            }
        }
    }

    private void gcp(Fields provider) {
        zones(provider, "-");
        if (provider.get("project_id")
                .filter(v -> v instanceof Scalar s && s.isNull())
                .isPresent()) {
            findings.warning(
                    "CONFIG-PROJECT",
                    "`provider.project_id` has no value",
                    "machines are made in a project; the one that gcloud is set to is used",
                    "write the id of your Google Cloud project",
                    provider.keyOrigin("project_id"));
        }
    }

    private void zones(Fields provider, String separator) {
        for (String zone : provider.text("availability_zone").orElse("").split(",", -1)) {
            zone(provider, zone.strip(), separator);
        }
    }

    private void zone(Fields provider, String zone, String separator) {
        String region = provider.text("region").orElse("");
        if (!region.isEmpty() && !zone.isEmpty() && !zone.startsWith(region + separator)) {
            findings.error(
                    "CONFIG-ZONE",
                    "the zone " + zone + " is not in the region " + region,
                    "zones are named after their region",
                    "write a zone such as " + region + separator + "a, or change `region`",
                    provider.get("availability_zone").orElseThrow().origin());
        }
    }

    private void continuousSync(Fields resolved) {
        if (resolved.flag("file_mounts_sync_continuously").orElse(false)
                && System.getProperty("os.name", "").startsWith("Windows")) {
            findings.error(
                    "CONFIG-WINDOWS-SYNC",
                    "`file_mounts_sync_continuously` does not work on Windows",
                    "rsync is needed",
                    "set it to false",
                    resolved.keyOrigin("file_mounts_sync_continuously"));
        }
    }
}
