package io.manta.config.schema;

import io.manta.config.schema.Shape.Anything;
import io.manta.config.schema.Shape.Either;
import io.manta.config.schema.Shape.ListOf;
import io.manta.config.schema.Shape.MapOf;
import io.manta.config.schema.Shape.OrNull;
import io.manta.config.schema.Shape.Table;
import io.manta.config.schema.Shape.Table.Others;
import io.manta.config.schema.Shape.Text;
import io.manta.config.schema.Shape.Truth;
import io.manta.config.schema.Shape.Whole;
import java.util.List;
import java.util.stream.Stream;

/** The keys under {@code provider:}, by provider type. */
final class ProviderKeys {
    private static final Text TEXT = Text.ANY;
    private static final Truth TRUTH = new Truth();
    private static final MapOf OPEN = new MapOf("name", new Anything());

    private static final List<Key> COMMON = List.of(
            Key.of("type", TEXT, "Who makes the machines: one of " + String.join(", ", Providers.KNOWN) + ".")
                    .asRequired(),
            Key.of("use_internal_ips", TRUTH, "Reach nodes by their private addresses.")
                    .defaulting("false"),
            Key.of(
                            "use_external_head_ip",
                            TRUTH,
                            "With `use_internal_ips`: reach the head by its public address all the same.")
                    .defaulting("false"),
            Key.of(
                            "disable_launch_config_check",
                            TRUTH,
                            "Keep workers whose launch settings no longer match the file; otherwise they are drained and"
                                    + " replaced, one after the other.")
                    .defaulting("false"),
            Key.of(
                            "consolidate",
                            TRUTH,
                            "Replace half-empty workers by fewer or cheaper ones when all work still fits; never a busy one.")
                    .defaulting("false")
                    .asExtension(),
            Key.of(
                            "disable_node_updaters",
                            TRUTH,
                            "Nodes are always set up; leave the command lists empty if there is nothing to do.")
                    .asIgnored(),
            Key.of("foreground_node_launch", TRUTH, "Launches are always watched.")
                    .asIgnored(),
            Key.of("worker_liveness_check", TRUTH, "Liveness is always checked.")
                    .asIgnored(),
            Key.of("_config_cache_path", TEXT, "Where Ray's launcher cached this configuration.")
                    .asInternal(),
            Key.of(
                            "fallback",
                            new ListOf(new MapOf("key", new Anything())),
                            "Other places to try, in order, when there is no capacity. Each entry overrides keys of"
                                    + " `provider` or of a node type's `node_config`.")
                    .asExtension());

    private static final Table SECURITY_GROUP = new Table(
            "security_group",
            List.of(
                    Key.of("GroupName", TEXT, "Name of the group to use or to make."),
                    Key.of("IpPermissions", new ListOf(new Anything()), "Further inbound rules, as EC2 takes them.")),
            Others.REFUSED);

    private static final Key REGION =
            Key.of("region", TEXT, "The cloud region, such as `us-west-2`.").asRequired();
    private static final Key CACHE = Key.of(
            "cache_stopped_nodes", TRUTH, "Stop machines instead of deleting them, and start stopped ones again.");

    private ProviderKeys() {}

    static Table of(String type) {
        List<Key> own = own(type);
        Others others = type.equals(Providers.EXTERNAL) ? Others.PASSED : Others.DOUBTED;
        return new Table(
                "provider", Stream.concat(COMMON.stream(), own.stream()).toList(), others);
    }

    private static List<Key> own(String type) {
        return switch (type) {
            case Providers.LOCALHOST -> localhost();
            case Providers.LOCAL -> onPrem();
            case Providers.AWS -> aws();
            case Providers.GCP -> gcp();
            case Providers.KUBERNETES -> kubernetes();
            case Providers.EXTERNAL -> ExternalKeys.ALL;
            default -> List.of();
        };
    }

    private static List<Key> localhost() {
        return List.of(
                Key.of(
                                "python",
                                TEXT,
                                "Path of a Python, or of a virtual environment, that has Ray. Without it, one is made.")
                        .asExtension(),
                Key.of("ray_version", TEXT, "The Ray release to install when `python` is not given.")
                        .defaulting("2.60.0")
                        .asExtension(),
                Key.of("dashboard", TRUTH, "Whether the head starts Ray's dashboard.")
                        .defaulting("true")
                        .asExtension(),
                Key.of(
                                "gpus",
                                new ListOf(new Anything()),
                                "The GPUs that the cluster may use, by index or name, as `manta doctor` shows them. Without it, all"
                                        + " that `CUDA_VISIBLE_DEVICES` allows.")
                        .asExtension(),
                Key.of(
                                "oversubscribe_gpus",
                                TRUTH,
                                "Let every node that claims GPUs see all of them. Otherwise each holds its own, and no more nodes"
                                        + " are launched than there are GPUs for.")
                        .defaulting("false")
                        .asExtension(),
                Key.of("gcs_port", Whole.COUNT, "The port of the head's GCS.")
                        .defaulting("6379 where it is free, else another")
                        .asExtension(),
                Key.of("dashboard_port", Whole.COUNT, "The port of Ray's dashboard.")
                        .defaulting("8265 where it is free, else another")
                        .asExtension(),
                Key.of("client_port", Whole.COUNT, "The port for Ray clients.")
                        .defaulting("10001 where it is free, else another")
                        .asExtension());
    }

    private static List<Key> onPrem() {
        return List.of(
                Key.of("head_ip", TEXT, "Address or host name of the head."),
                Key.of("worker_ips", ListOf.TEXTS, "Addresses or host names of the workers."),
                Key.of("external_head_ip", TEXT, "Address of the head from outside, when it has another one inside."),
                Key.of(
                        "coordinator_address",
                        TEXT,
                        "Refused: clusters share hosts without a coordinator. List them in `worker_ips`."));
    }

    private static final Table CLOUDWATCH = new Table(
            "cloudwatch",
            List.of(
                    Key.of(
                            "agent",
                            new Table(
                                    "agent",
                                    List.of(
                                            Key.of("config", TEXT, "Configuration of the agent that is in the image."),
                                            Key.of("retryer", OPEN, "Retries need no settings.")
                                                    .asIgnored()),
                                    Others.DOUBTED),
                            "The CloudWatch agent on nodes, and the log groups it writes to."),
                    Key.of(
                            "dashboard",
                            new Table(
                                    "dashboard",
                                    List.of(
                                            Key.of("config", TEXT, "A list of widgets."),
                                            Key.of("name", TEXT, "What follows the cluster's name in its name.")),
                                    Others.DOUBTED),
                            "A dashboard of the cluster."),
                    Key.of(
                            "alarm",
                            new Table(
                                    "alarm",
                                    List.of(Key.of("config", TEXT, "A list of alarms, by the keys of PutMetricAlarm.")),
                                    Others.DOUBTED),
                            "Alarms of every node.")),
            Others.DOUBTED);

    private static List<Key> aws() {
        return List.of(
                REGION,
                Key.of("availability_zone", TEXT, "Zones, separated by commas, in order of preference."),
                CACHE.defaulting("false"),
                Key.of("profile", TEXT, "The profile of `~/.aws/config` to use; `--profile` goes before it.")
                        .asExtension(),
                Key.of(
                                "security",
                                new Text(List.of("strict", "ray")),
                                "`ray` for Ray's old ways: SSH open to the world, managed full-access policies, IMDSv1,"
                                        + " volumes as the image has them.")
                        .defaulting("strict")
                        .asExtension(),
                Key.of(
                                "vpc",
                                new Text(List.of("existing", "make")),
                                "`make` for a network of the cluster's own, with a public subnet in each zone, removed"
                                        + " with it.")
                        .defaulting("existing")
                        .asExtension(),
                Key.of(
                                "placement_group",
                                new Text(List.of("cluster", "partition", "spread")),
                                "Make a placement group of this strategy and launch machines into it.")
                        .asExtension(),
                Key.of("security_group", SECURITY_GROUP, "The security group of the cluster."),
                Key.of(
                        "key_pair",
                        new Table(
                                "key_pair", List.of(Key.of("key_name", TEXT, "Name of the key pair.")), Others.DOUBTED),
                        "The EC2 key pair to use or to make."),
                Key.of("aws_credentials", OPEN, "Credentials, by the names boto3 gives them."),
                Key.of("cloudwatch", CLOUDWATCH, "What CloudWatch shall have for the cluster; paths of JSON files."),
                Key.of(
                                "efs",
                                new Either(List.of(
                                        TEXT,
                                        new Table(
                                                "efs",
                                                List.of(
                                                        Key.of("mount", TEXT, "Where nodes have it.")
                                                                .defaulting("/efs"),
                                                        Key.of(
                                                                "file_system_id",
                                                                TEXT,
                                                                "One that is there; without it one is made."),
                                                        Key.of(
                                                                        "on_down",
                                                                        new Text(List.of("keep", "remove")),
                                                                        "Whether one that was made ends with the"
                                                                                + " cluster, its data with it.")
                                                                .defaulting("keep")),
                                                Others.REFUSED))),
                                "A file system that all nodes share: a path to mount it at, or a table.")
                        .asExtension(),
                Key.of(
                                "interruption_agent",
                                TRUTH,
                                "Have spot nodes look out for interruptions themselves, besides asking EC2.")
                        .defaulting("true")
                        .asExtension(),
                Key.of("allowed_ssh_cidr", new Either(List.of(TEXT, ListOf.TEXTS)), "Networks that may reach SSH.")
                        .asExtension(),
                Key.of("tags", OPEN, "Tags for everything that is made.").asExtension());
    }

    private static List<Key> gcp() {
        var credentials = new Table(
                "gcp_credentials",
                List.of(
                        Key.of(
                                        "type",
                                        new Text(List.of("credentials_token", "service_account")),
                                        "Kind of the credentials.")
                                .asRequired(),
                        Key.of("credentials", TEXT, "The token, or the JSON of a service account.")),
                Others.REFUSED);
        return List.of(
                REGION,
                Key.of(
                        "availability_zone",
                        TEXT,
                        "Zones, separated by commas, in order of preference, such as `us-west1-a`. Without it, the region"
                                + " chooses where there is room."),
                Key.of("project_id", new OrNull(TEXT), "The id of the Google Cloud project.")
                        .defaulting("GOOGLE_CLOUD_PROJECT, or the project that gcloud is set to"),
                Key.of("gcp_credentials", credentials, "Credentials, when the default ones will not do."),
                CACHE.defaulting("false"),
                Key.of("impersonate_service_account", TEXT, "A service account to act as, from this machine.")
                        .asExtension(),
                Key.of(
                                "endpoint",
                                TEXT,
                                "One address for all of Google's APIs, such as a Private Service Connect endpoint.")
                        .asExtension(),
                Key.of("allowed_ssh_cidr", new Either(List.of(TEXT, ListOf.TEXTS)), "Networks that may reach SSH.")
                        .defaulting("this machine's address")
                        .asExtension(),
                Key.of(
                                "os_login",
                                TRUTH,
                                "Let the cluster's key in by your OS Login profile instead of the machines' metadata.")
                        .defaulting("as the project has it")
                        .asExtension(),
                Key.of(
                                "head_roles",
                                ListOf.TEXTS,
                                "Roles in the project for the head's service account, besides its own.")
                        .asExtension(),
                Key.of("labels", OPEN, "Labels for all machines.").asExtension(),
                Key.of("_has_tpus", TRUTH, "Whether any node type has TPUs.").asInternal());
    }

    private static List<Key> kubernetes() {
        return List.of(
                Key.of("namespace", TEXT, "Where pods are made; it is created when missing.")
                        .defaulting("ray"),
                Key.of("autoscaler_service_account", OPEN, "Service account of the head, as a manifest."),
                Key.of("autoscaler_role", OPEN, "Role of that account, as a manifest."),
                Key.of("autoscaler_role_binding", OPEN, "Binding of the two, as a manifest."),
                Key.of("services", new ListOf(OPEN), "Services to make, as manifests."),
                Key.of("context", TEXT, "The kubeconfig context to use.").asExtension(),
                Key.of("kubeconfig", TEXT, "Path of the kubeconfig file.").asExtension());
    }
}
