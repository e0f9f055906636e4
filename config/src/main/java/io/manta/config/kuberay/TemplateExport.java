package io.manta.config.kuberay;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes a pod template of a node type: of its pod, where it has one, else of what it declares. */
final class TemplateExport {
    private final Losses losses;
    private final boolean pods;
    private final String image;

    /**
     * @param pods whether node types hold pods
     * @param image for those that do not
     */
    TemplateExport(Losses losses, boolean pods, String image) {
        this.losses = losses;
        this.pods = pods;
        this.image = image;
    }

    /** @param setup commands to run before Ray starts */
    Draft template(String path, Fields type, Map<String, String> annotations, List<String> setup) {
        Fields settings = type.table("node_config").orElse(Fields.empty(Draft.CONVERTED));
        Fields pod = settings.table("pod").orElse(settings);
        Optional<Fields> spec = pod.table("spec").filter(s -> container(s).isPresent());
        if (settings.has("pod")) {
            losses.others(
                    settings,
                    path + "node_config.",
                    Set.of("pod"),
                    "a RayCluster has one pod per node and nothing beside it");
        }
        if (!pods || spec.isEmpty()) {
            losses.lost(
                    type,
                    path,
                    "node_config",
                    "it describes a machine, not a pod",
                    "check the image and the limits of the pod that stands in its place");
            return finish(new Draft(), annotations, made(path, type, setup));
        }
        Fields metadata = pod.table("metadata").orElse(Fields.empty(Draft.CONVERTED));
        losses.others(
                metadata,
                path + "node_config.metadata.",
                Set.of("name", "generateName", "namespace", "labels", "annotations"),
                "a pod template has labels and annotations only");
        var kept = new Draft();
        metadata.get("labels").ifPresent(labels -> kept.put("labels", labels));
        metadata.get("annotations").ifPresent(notes -> kept.put("annotations", notes));
        return finish(kept, annotations, carried(path, spec.get(), setup));
    }

    private static Draft finish(Draft metadata, Map<String, String> annotations, Draft spec) {
        if (!annotations.isEmpty()) {
            var all = Draft.of(metadata.finish().table("annotations").orElse(Fields.empty(Draft.CONVERTED)));
            annotations.forEach((name, value) -> all.put(name, (Object) value));
            metadata.put("annotations", all);
        }
        var template = new Draft();
        if (!metadata.isEmpty()) {
            template.put("metadata", metadata);
        }
        return template.put("spec", spec);
    }

    private Draft carried(String path, Fields spec, List<String> setup) {
        Fields ray = container(spec).orElseThrow();
        String command = Containers.command(ray);
        if (!command.isEmpty() && !Containers.idles(command)) {
            losses.lost(
                    path + "node_config.spec.containers[0].command",
                    "the operator starts Ray in the container itself, and would run this first",
                    "move what it does into the image or into `setup_commands`",
                    ray.keyOrigin(ray.has("command") ? "command" : "args"));
        }
        Draft container = Draft.of(ray).remove("command").remove("args");
        setUp(container, setup);
        var containers =
                new ArrayList<Value>(spec.items("containers").orElseThrow().values());
        containers.set(0, container.finish());
        Fields whole = Draft.of(spec)
                .put("containers", new Items(containers, Draft.CONVERTED))
                .finish();
        return Draft.of((Fields) withoutFractions(whole));
    }

    /** A pod may have {@code cpu: 3.5}; inside of another resource the server wants such an amount as a text. */
    private static Value withoutFractions(Value value) {
        return switch (value) {
            case Scalar scalar -> scalar.data() instanceof Double ? Scalar.of(scalar.text(), scalar.origin()) : scalar;
            case Items items ->
                new Items(
                        items.values().stream()
                                .map(TemplateExport::withoutFractions)
                                .toList(),
                        items.origin());
            case Fields fields -> {
                var copy = new Draft();
                fields.fields().forEach((key, field) -> copy.put(key, withoutFractions(field.value())));
                yield copy.finish();
            }
        };
    }

    private Draft made(String path, Fields type, List<String> setup) {
        Fields declared = type.table("resources").orElse(Fields.empty(Draft.CONVERTED));
        var limits = new LinkedHashMap<String, Object>();
        declared.whole("CPU").ifPresent(n -> limits.put("cpu", n));
        declared.whole("memory").ifPresent(n -> limits.put("memory", n));
        declared.whole("GPU").ifPresent(n -> limits.put("nvidia.com/gpu", n));
        limits.values().removeIf(Long.valueOf(0)::equals);
        var container = new Draft().put("name", "ray-node").put("image", image);
        setUp(container, setup);
        if (limits.isEmpty()) {
            losses.differs(
                    "the pod of `" + path + "` has no limits",
                    "the file does not say what such a machine has; Ray would count all of the Kubernetes node",
                    "add `resources` to the node type, or limits to the manifest",
                    type.origin());
        } else {
            container.put("resources", new Draft().put("requests", limits).put("limits", limits));
        }
        return new Draft()
                .put("restartPolicy", "Never")
                .put("containers", new Items(List.of(container.finish()), Draft.CONVERTED));
    }

    /** The operator runs a container's arguments as shell commands in front of its own, which starts Ray. */
    private static void setUp(Draft container, List<String> commands) {
        if (commands.size() == 1) {
            container.texts("args", commands);
        } else if (!commands.isEmpty()) {
            container.texts(
                    "args",
                    List.of(commands.stream()
                            // Each in a shell of its own, as here; a comment must not hide the bracket.
                            .map(c -> "( " + c + (c.indexOf('#') >= 0 || c.indexOf('\n') >= 0 ? "\n)" : " )"))
                            .collect(Collectors.joining(" && "))));
        }
    }

    static Optional<Fields> container(Fields spec) {
        return spec.items("containers")
                .filter(c -> !c.values().isEmpty())
                .map(c -> c.values().getFirst())
                .filter(Fields.class::isInstance)
                .map(Fields.class::cast);
    }

    /** The version in an image's tag, when it has one. */
    static Optional<String> version(Fields template) {
        return template.table("spec")
                .flatMap(TemplateExport::container)
                .flatMap(c -> c.get("image"))
                .filter(Scalar.class::isInstance)
                .map(image -> Containers.VERSION.matcher(((Scalar) image).text()))
                .filter(java.util.regex.Matcher::find)
                .map(found -> found.group(1));
    }
}
