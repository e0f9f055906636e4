package io.manta.config.kuberay;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One group of a RayCluster, the head's or one of workers, as a node type. */
final class GroupImport {
    private static final Set<String> KNOWN = Set.of(
            "groupName",
            "replicas",
            "minReplicas",
            "maxReplicas",
            "numOfHosts",
            "idleTimeoutSeconds",
            "rayStartParams",
            "resources",
            "labels",
            "template");
    private static final String OVERWRITES = "ray.io/overwrite-container-cmd";

    private final Losses losses;
    private final Fields group;
    private final String path;
    private final boolean scales;
    private final Fields pod;
    private final Fields metadata;
    private final Fields container;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, Long> resources;
    private final Optional<String> setup;

    GroupImport(Losses losses, Fields group, String path, boolean scales) {
        this.losses = losses;
        this.group = group;
        this.path = path;
        this.scales = scales;
        Fields template = KubeRayImport.table(group, "template");
        this.pod = KubeRayImport.table(template, "spec");
        this.metadata = KubeRayImport.table(template, "metadata");
        this.container = TemplateExport.container(pod).orElse(Fields.empty(Draft.CONVERTED));
        losses.others(group, path, KNOWN, "it is the operator's own");
        losses.others(
                metadata,
                path + "template.metadata.",
                Set.of("name", "labels", "annotations", "creationTimestamp"),
                "pods are named and placed by Manta");
        this.resources = resources();
        this.setup = setUp();
    }

    String path() {
        return path;
    }

    /** The name that was changed for Kubernetes, else the group's. */
    String name(String otherwise) {
        return KubeRayImport.table(metadata, "annotations")
                .text(ObjectNames.NODE_TYPE)
                .or(() -> group.text("groupName"))
                .orElse(otherwise);
    }

    long min() {
        return hosts() * (scales ? count("minReplicas", 0) : fixed());
    }

    long max() {
        return Math.min(Integer.MAX_VALUE, hosts() * (scales ? count("maxReplicas", Integer.MAX_VALUE) : fixed()));
    }

    /** Without an autoscaler, the number of workers is what it is. */
    private long fixed() {
        return Math.max(count("replicas", 0), count("minReplicas", 0));
    }

    private long hosts() {
        return count("numOfHosts", 1);
    }

    private long count(String key, long otherwise) {
        return group.whole(key).orElse(otherwise);
    }

    /** What of {@code rayStartParams} does not declare resources. */
    Map<String, String> options() {
        return options;
    }

    Origin optionsOrigin() {
        return group.keyOrigin("rayStartParams");
    }

    /** What the container does before Ray starts. */
    Optional<String> setup() {
        return setup;
    }

    Draft type(boolean worker) {
        var type = new Draft();
        if (worker) {
            type.put("min_workers", min()).put("max_workers", max());
            if (hosts() > 1) {
                losses.differs(
                        "a replica of `" + name("") + "` has " + hosts() + " hosts; they become single workers",
                        "Manta starts and ends workers one by one",
                        "",
                        group.keyOrigin("numOfHosts"));
            }
            if (scales && count("replicas", 0) > count("minReplicas", 0)) {
                losses.lost(
                        path + "replicas",
                        "the number of workers follows from the minimum and from what waits",
                        "raise `min_workers` if they must run",
                        group.keyOrigin("replicas"));
            }
            group.number("idleTimeoutSeconds").ifPresent(seconds -> type.put("idle_timeout_s", (long) seconds));
            setup.ifPresent(command -> type.texts("worker_setup_commands", List.of(command)));
        }
        if (!resources.isEmpty()) {
            type.put("resources", resources);
        }
        group.table("labels").ifPresent(labels -> type.put("labels", labels));
        return type.put("node_config", manifest());
    }

    private Draft manifest() {
        var kept = new Draft();
        metadata.table("labels").ifPresent(labels -> kept.put("labels", labels));
        Fields notes = KubeRayImport.table(metadata, "annotations")
                .without(ObjectNames.NODE_TYPE)
                .without(OVERWRITES);
        if (!notes.isEmpty()) {
            kept.put("annotations", notes);
        }
        var manifest = new Draft().put("apiVersion", "v1").put("kind", "Pod");
        if (!kept.isEmpty()) {
            manifest.put("metadata", kept);
        }
        Draft idling =
                Draft.of(container).texts("command", Containers.IDLE_COMMAND).texts("args", Containers.IDLE_ARGUMENTS);
        var containers =
                new ArrayList<Value>(pod.items("containers").map(Items::values).orElse(List.of()));
        if (!containers.isEmpty()) {
            containers.set(0, idling.finish());
        }
        Draft spec = Draft.of(pod).put("containers", new Items(containers, Draft.CONVERTED));
        if (!pod.has("restartPolicy")) {
            spec.put("restartPolicy", "Never");
        }
        return manifest.put("spec", spec);
    }

    private Map<String, Long> resources() {
        Fields params = KubeRayImport.table(group, "rayStartParams");
        params.keys()
                .forEach(key -> params.get(key)
                        .filter(Scalar.class::isInstance)
                        .ifPresent(value -> options.put(key, ((Scalar) value).text())));
        options.remove("block");
        var declared = new LinkedHashMap<>(RayResources.declared(options));
        Fields own = KubeRayImport.table(group, "resources");
        for (String name : own.keys()) {
            Optional<Long> amount = own.get(name)
                    .filter(Scalar.class::isInstance)
                    .flatMap(value -> RayResources.whole(((Scalar) value).text()));
            amount.ifPresent(n -> declared.put(name, n));
            if (amount.isEmpty()) {
                losses.lost(path + "resources." + name, "it is not a whole amount", "", own.keyOrigin(name));
            }
        }
        return declared;
    }

    private Optional<String> setUp() {
        String command = Containers.command(container);
        boolean overwrites = KubeRayImport.table(metadata, "annotations")
                .text(OVERWRITES)
                .filter("true"::equalsIgnoreCase)
                .isPresent();
        if (command.isEmpty() || !(overwrites || command.contains("ray start"))) {
            return Optional.of(command).filter(c -> !c.isEmpty());
        }
        losses.lost(
                path + "template.spec.containers[0].command",
                "the container starts Ray itself; here it idles, and Manta starts Ray in it",
                "write `head_start_ray_commands` and `worker_start_ray_commands` that do the same",
                container.keyOrigin(container.has("command") ? "command" : "args"));
        return Optional.empty();
    }
}
