package io.manta.config.schema;

import io.manta.config.schema.Shape.Amount;
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

/** Every key of a cluster file, by table. */
public final class ConfigSchema {
    private static final Text TEXT = Text.ANY;
    private static final Truth TRUTH = new Truth();
    private static final ListOf TEXTS = ListOf.TEXTS;
    private static final MapOf OPEN = new MapOf("name", new Anything());

    public static final Table AUTH = new Table(
            "auth",
            List.of(
                    Key.of("ssh_user", TEXT, "User to log in as.").defaulting("ubuntu (aws, gcp)"),
                    Key.of(
                            "ssh_private_key",
                            TEXT,
                            "Path of the private key. Clouds make a key pair when it is absent."),
                    Key.of("ssh_public_key", TEXT, "Path of the public key."),
                    Key.of("ssh_proxy_command", TEXT, "An SSH `ProxyCommand`, with `%h` and `%p`."),
                    Key.of(
                                    "inter_node_ssh",
                                    TRUTH,
                                    "Let nodes log in to each other over SSH without a password, as MPI and NCCL want it.")
                            .defaulting("false"),
                    Key.of("ssh_proxy_use_node_id", TRUTH, "The proxy command gets the address as `%h`.")
                            .asIgnored()),
            Others.REFUSED);

    public static final Table DOCKER = new Table(
            "docker",
            List.of(
                    Key.of("image", TEXT, "Image for all nodes, such as `rayproject/ray:2.60.0`."),
                    Key.of("head_image", TEXT, "Image for the head, instead of `image`."),
                    Key.of("worker_image", TEXT, "Image for workers, instead of `image`."),
                    Key.of("container_name", TEXT, "Name of the container on each machine. Needed with an image."),
                    Key.of("pull_before_run", TRUTH, "Pull the image even when it is there.")
                            .defaulting("true"),
                    Key.of("run_options", TEXTS, "Options for `docker run` on all nodes."),
                    Key.of("head_run_options", TEXTS, "Further options on the head."),
                    Key.of("worker_run_options", TEXTS, "Further options on workers."),
                    Key.of("disable_automatic_runtime_detection", TRUTH, "Do not look for the NVIDIA runtime.")
                            .defaulting("false"),
                    Key.of("disable_shm_size_detection", TRUTH, "Do not size `/dev/shm` by the machine's memory.")
                            .defaulting("false"),
                    Key.of("use_podman", TRUTH, "Call `podman` instead of `docker`.")
                            .defaulting("false"),
                    Key.of(
                                    "install",
                                    TRUTH,
                                    "Install the distribution's Docker on machines of `aws` and `gcp` whose image has none.")
                            .defaulting("true")
                            .asExtension()),
            Others.REFUSED);

    public static final Table NODE_TYPE_DOCKER = new Table(
            "docker of a node type",
            List.of(
                    Key.of("worker_image", TEXT, "Image for workers of this type."),
                    Key.of("pull_before_run", TRUTH, "Pull the image even when it is there."),
                    Key.of(
                            "worker_run_options",
                            TEXTS,
                            "Options on workers of this type, behind the cluster's `run_options`.")),
            Others.REFUSED);

    public static final Table NODE_TYPE = new Table(
            "node type",
            List.of(
                    Key.of(
                            "resources",
                            new MapOf("resource", Whole.COUNT),
                            "What Ray may count on: `CPU`, `GPU`, `memory` in"
                                    + " bytes, names of your own. `aws` and `kubernetes` fill in what they know."),
                    Key.of(
                            "node_config",
                            OPEN,
                            "The provider's own settings, such as EC2's `InstanceType`. May be omitted for"
                                    + " `localhost` and `simulated`."),
                    Key.of("min_workers", Whole.COUNT, "Workers of this type to keep whatever the demand.")
                            .defaulting("0"),
                    Key.of("max_workers", Whole.COUNT, "Workers of this type at most.")
                            .defaulting("the cluster's `max_workers`; 0 for the head's type"),
                    Key.of("idle_timeout_s", new OrNull(new Amount()), "Seconds a worker of this type may idle.")
                            .defaulting("`idle_timeout_minutes`"),
                    Key.of("priority", Whole.ANY, "Breaks ties between types that fit equally well; larger first.")
                            .defaulting("0"),
                    Key.of("labels", new MapOf("label", TEXT), "Ray node labels."),
                    Key.of("initialization_commands", TEXTS, "Replaces the cluster's list on workers of this type."),
                    Key.of(
                            "worker_setup_commands",
                            TEXTS,
                            "Replaces the cluster's `setup_commands` and"
                                    + " `worker_setup_commands` on workers of this type."),
                    Key.of("docker", NODE_TYPE_DOCKER, "Container settings of workers of this type."),
                    Key.of(
                                    "price_per_hour",
                                    new Amount(),
                                    "What a machine costs, for choosing the cheapest set of nodes and for"
                                            + " showing costs.")
                            .asExtension()),
            Others.REFUSED);

    private ConfigSchema() {}

    /** The keys under {@code provider:} for this type; any other type knows the common ones only. */
    public static Table provider(String type) {
        return ProviderKeys.of(type);
    }

    /** The whole file, with the provider keys of this type; any other type knows the common ones only. */
    public static Table forProvider(String type) {
        return new Table(
                "the file",
                List.of(
                        Key.of("cluster_name", TEXT, "Names the cluster; part of tags, file names and machine names.")
                                .asRequired(),
                        Key.of("provider", ProviderKeys.of(type), "Who makes the machines.")
                                .asRequired(),
                        Key.of(
                                        "max_workers",
                                        Whole.COUNT,
                                        "Workers in the whole cluster at most, the head not counted.")
                                .defaulting("2; `local`: all `worker_ips`"),
                        Key.of(
                                        "upscaling_speed",
                                        new Amount(),
                                        "Nodes that may be pending at once, as a multiple of those running"
                                                + " (five are always allowed).")
                                .defaulting("1.0"),
                        Key.of("idle_timeout_minutes", new Amount(), "Minutes a worker may idle before it is removed.")
                                .defaulting("5; `localhost`: 1"),
                        Key.of("auth", AUTH, "How to log in to machines."),
                        Key.of("docker", DOCKER, "Run Ray in containers.").defaulting("`{}`: no containers"),
                        Key.of(
                                "available_node_types",
                                new MapOf("node type", NODE_TYPE),
                                "The kinds of nodes, by name."),
                        Key.of("head_node_type", TEXT, "Which of them is the head."),
                        Key.of(
                                "file_mounts",
                                new MapOf("remote path", TEXT),
                                "Files and directories to bring to every node:" + " remote path to local path."),
                        Key.of("cluster_synced_files", TEXTS, "Paths on the head that go to every worker."),
                        Key.of("file_mounts_sync_continuously", TRUTH, "Keep workers' copies in step with the head's.")
                                .defaulting("false"),
                        Key.of("rsync_exclude", TEXTS, "Patterns not to copy, as rsync's `--exclude` takes them."),
                        Key.of(
                                "rsync_filter",
                                TEXTS,
                                "Names of ignore files, such as `.gitignore`, honoured in every directory."),
                        Key.of("metadata", OPEN, "Anything of your own; not interpreted."),
                        Key.of(
                                        "install_ray",
                                        new Either(List.of(TEXT, TRUTH)),
                                        "A release of Ray to install before `setup_commands`, in the image's own Python"
                                                + " environment or in `~/.ray-env`. `auto` installs 2.60.0 where no Ray is found"
                                                + " after `setup_commands`; `never` leaves it to you. For `aws`, `gcp`, `local`.")
                                .defaulting("auto")
                                .asExtension(),
                        Key.of("install_python", TEXT, "The Python for `~/.ray-env`, such as `\"3.12\"`.")
                                .defaulting("the machine's own from 3.10 on, else one that is fetched")
                                .asExtension(),
                        Key.of("initialization_commands", TEXTS, "Run first, outside any container."),
                        Key.of("setup_commands", TEXTS, "Run on every node before the role's own."),
                        Key.of("head_setup_commands", TEXTS, "Run on the head after `setup_commands`."),
                        Key.of("worker_setup_commands", TEXTS, "Run on workers after `setup_commands`."),
                        Key.of("head_start_ray_commands", TEXTS, "Start Ray on the head."),
                        Key.of("worker_start_ray_commands", TEXTS, "Start Ray on workers."),
                        Key.of("no_restart", new Anything(), "Written into the head's copy by `--no-restart`.")
                                .asInternal(),
                        legacy("min_workers", Whole.COUNT, "Workers to keep. Now: `min_workers` of each node type."),
                        legacy(
                                "initial_workers",
                                Whole.COUNT,
                                "Workers to start with. Now: `min_workers` of a node type."),
                        legacy(
                                "target_utilization_fraction",
                                new Amount(),
                                "Add nodes above this load; 0.8 was the default. Now:"
                                        + " `upscaling_speed`, which is `1/fraction - 1`."),
                        legacy(
                                "autoscaling_mode",
                                new Text(List.of("default", "aggressive")),
                                "Now: `upscaling_speed`, 1 or 99999."),
                        legacy(
                                "head_node",
                                new OrNull(OPEN),
                                "The head's provider settings. Now: `node_config` of a node type."),
                        legacy(
                                "worker_nodes",
                                new OrNull(OPEN),
                                "The workers' provider settings. Now: `node_config` of a node" + " type."),
                        legacy(
                                "available_instance_types",
                                new MapOf("node type", NODE_TYPE),
                                "Now: `available_node_types`."),
                        legacy(
                                "head_init_commands",
                                TEXTS,
                                "Now: `head_setup_commands`, or `head_start_ray_commands` where they start Ray."),
                        legacy(
                                "worker_init_commands",
                                TEXTS,
                                "Now: `worker_setup_commands`, or `worker_start_ray_commands` where they start Ray."),
                        legacy(
                                "worker_default_node_type",
                                TEXT,
                                "Which type to start with. Now: `min_workers` of that type.")),
                Others.REFUSED);
    }

    private static Key legacy(String name, Shape shape, String description) {
        return Key.of(name, shape, description).asLegacy();
    }
}
