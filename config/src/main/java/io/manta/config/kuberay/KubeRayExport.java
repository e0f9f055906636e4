package io.manta.config.kuberay;

import io.manta.config.Loaded;
import io.manta.config.schema.Providers;
import io.manta.config.tool.YamlWriter;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes a cluster as a RayCluster manifest, {@code ray.io/v1}. */
public final class KubeRayExport {
    /** Used where no image tells it. */
    private static final String RAY_VERSION = "2.60.0";
    /** What the operator's upscaling modes mean to Ray. */
    static final double CONSERVATIVE = 1;

    static final double UNLIMITED = 1000;

    private final Losses losses = new Losses();
    private final Fields tree;
    private final Fields types;
    private final String headType;
    private final TemplateExport templates;
    private final boolean perTypeTimeouts;
    private final boolean pods;

    private KubeRayExport(Fields tree) {
        this.tree = tree;
        this.types = table("available_node_types");
        this.headType = tree.text("head_node_type").orElse("");
        Fields docker = table("docker");
        this.pods = table("provider")
                .text("type")
                .filter(Providers.KUBERNETES::equals)
                .isPresent();
        this.templates = new TemplateExport(
                losses,
                pods,
                docker.text("image").or(() -> docker.text("head_image")).orElse("rayproject/ray:" + RAY_VERSION));
        this.perTypeTimeouts = types.keys().stream()
                .anyMatch(name -> types.table(name)
                        .filter(t -> t.number("idle_timeout_s").isPresent())
                        .isPresent());
    }

    /** The file's own problems are not repeated; a file with errors must not be given. */
    public static Converted export(Loaded loaded) {
        var export = new KubeRayExport(loaded.tree());
        String text = YamlWriter.text(export.manifest());
        return new Converted(Optional.of(text), export.losses.findings.sorted());
    }

    private Fields manifest() {
        new ExportedKeys(losses).check(tree);
        String name = tree.text("cluster_name").orElse("ray");
        String given = new ObjectNames().given(name);
        var metadata = new Draft().put("name", (Object) given);
        if (pods) {
            metadata.put(
                    "namespace", (Object) table("provider").text("namespace").orElse("ray"));
        }
        if (!given.equals(name)) {
            losses.renamed("the cluster", name, given, tree.keyOrigin("cluster_name"));
        }
        return new Draft()
                .put("apiVersion", "ray.io/v1")
                .put("kind", "RayCluster")
                .put("metadata", metadata)
                .put("spec", spec())
                .finish();
    }

    private Draft spec() {
        var names = new ObjectNames();
        var groups = new ArrayList<Value>();
        long most = 0;
        for (String name : types.keys()) {
            Fields type = types.table(name).orElseThrow();
            long max = type.whole("max_workers").orElse(0);
            if (!name.equals(headType) || max > 0) {
                groups.add(group(name, type, names).finish());
                most += max;
            }
        }
        long allowed = tree.whole("max_workers").orElse(0);
        if (most > allowed) {
            losses.lost(
                    "max_workers",
                    "a RayCluster limits each group, not all together: they may grow to " + most + " workers, not "
                            + allowed,
                    "lower `maxReplicas` of the groups, or set a quota on the namespace",
                    tree.keyOrigin("max_workers"));
        }
        Fields head = types.table(headType).orElseThrow();
        Draft headGroup = headGroup(head);
        return new Draft()
                .put("rayVersion", (Object) headGroup
                        .finish()
                        .table("template")
                        .flatMap(TemplateExport::version)
                        .orElse(RAY_VERSION))
                .put("enableInTreeAutoscaling", true)
                .put("autoscalerOptions", autoscaler())
                .put("headGroupSpec", headGroup)
                .put("workerGroupSpecs", new Items(groups, Draft.CONVERTED));
    }

    private Draft autoscaler() {
        double speed = tree.number("upscaling_speed").orElse(CONSERVATIVE);
        if (speed != CONSERVATIVE && speed < UNLIMITED) {
            losses.differs(
                    "`upscaling_speed: " + speed + "` becomes "
                            + (speed > CONSERVATIVE ? "`Default`" : "`Conservative`"),
                    "the operator knows two speeds: 1 (`Conservative`) and no limit (`Default`)",
                    "",
                    tree.get("upscaling_speed").map(Value::origin).orElse(tree.origin()));
        }
        var options = new Draft();
        if (perTypeTimeouts) {
            options.put("version", "v2");
        }
        return options.put("upscalingMode", speed > CONSERVATIVE ? "Default" : "Conservative")
                .put("idleTimeoutSeconds", seconds(tree.number("idle_timeout_minutes"), 60));
    }

    private Draft headGroup(Fields type) {
        return group(headType, type, "head", Map.of());
    }

    private Draft group(String name, Fields type, ObjectNames names) {
        String given = names.given(name);
        if (!given.equals(name)) {
            losses.renamed("node type", name, given, types.keyOrigin(name));
        }
        long min = type.whole("min_workers").orElse(0);
        var group = new Draft()
                .put("groupName", (Object) given)
                .put("replicas", min)
                .put("minReplicas", min)
                .put("maxReplicas", type.whole("max_workers").orElse(0));
        if (type.number("idle_timeout_s").isPresent()) {
            group.put("idleTimeoutSeconds", seconds(type.number("idle_timeout_s"), 1));
        }
        group(name, type, "worker", given.equals(name) ? Map.of() : Map.of(ObjectNames.NODE_TYPE, name))
                .finish()
                .fields()
                .forEach((key, field) -> group.put(key, field.value()));
        return group;
    }

    /** What the head's group and the others have in common. */
    private Draft group(String name, Fields type, String role, Map<String, String> annotations) {
        String path = "available_node_types." + name + ".";
        ExportedKeys.typeKeys(losses, type, path);
        var params = new LinkedHashMap<>(start(role));
        type.table("resources").map(RayResources::options).ifPresent(params::putAll);
        List<String> setup = type.items("worker_setup_commands")
                .filter(own -> role.equals("worker"))
                .map(Items::texts)
                .orElseGet(() -> tree.texts(role + "_setup_commands"));
        var notes = new LinkedHashMap<>(annotations);
        if (role.equals("head")
                && (!name.equals("head") || type.whole("max_workers").orElse(0) > 0)) {
            notes.put(ObjectNames.NODE_TYPE, name);
        }
        var group = new Draft().put("rayStartParams", params);
        type.table("labels").filter(labels -> !labels.isEmpty()).ifPresent(labels -> group.put("labels", labels));
        return group.put("template", templates.template(path, type, notes, setup));
    }

    /** The options of the command that starts Ray; any other command is reported. */
    private Map<String, String> start(String role) {
        String key = role + "_start_ray_commands";
        var params = new LinkedHashMap<String, String>();
        for (Value value : tree.items(key).map(Items::values).orElse(List.of())) {
            String command = value instanceof Scalar scalar ? scalar.text() : "";
            if (StartParams.onlyStops(command)) {
                continue;
            }
            Optional<Map<String, String>> read = StartParams.of(command);
            read.ifPresent(params::putAll);
            if (read.isEmpty()) {
                losses.lost(
                        key,
                        "the operator starts Ray itself, and takes only options of `ray start`",
                        "move what else the command does into `setup_commands`",
                        value.origin());
            }
        }
        return params;
    }

    private static long seconds(OptionalDouble amount, int unit) {
        return (long) Math.ceil(amount.orElse(0) * unit);
    }

    private Fields table(String key) {
        return tree.table(key).orElse(Fields.empty(Draft.CONVERTED));
    }
}
