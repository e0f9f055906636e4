package io.manta.config.kuberay;

import io.manta.config.ConfigLoader;
import io.manta.config.ConfigText;
import io.manta.config.Overrides;
import io.manta.config.resolve.Findings;
import io.manta.config.tool.YamlWriter;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.spi.model.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes a RayCluster manifest as a cluster file for provider {@code kubernetes}. */
public final class KubeRayImport {
    private static final Set<String> SERVER_SIDE = Set.of(
            "name",
            "namespace",
            "annotations",
            "creationTimestamp",
            "generation",
            "managedFields",
            "resourceVersion",
            "uid");
    private static final Set<String> SPEC =
            Set.of("rayVersion", "enableInTreeAutoscaling", "autoscalerOptions", "headGroupSpec", "workerGroupSpecs");
    private static final String START = "ulimit -n 65536; ray start";

    private final Losses losses = new Losses();
    private final Fields root;
    private final Fields spec;
    private final boolean scales;

    private KubeRayImport(Fields root) {
        this.root = root;
        this.spec = table(root, "spec");
        this.scales = spec.flag("enableInTreeAutoscaling").orElse(false);
    }

    /** Reads the first RayCluster in a file; other documents in it are left alone. */
    public static Converted file(Path file) {
        var findings = new Findings();
        return ConfigText.read(file, findings::add)
                .map(text -> text(file.toString(), text))
                .orElseGet(() -> new Converted(Optional.empty(), findings.sorted()));
    }

    /** Reads a text; {@code name} stands for it in problems. */
    public static Converted text(String name, String text) {
        var findings = new Findings();
        Optional<Fields> root = Manifests.rayCluster(name, text, findings);
        if (root.isEmpty()) {
            return new Converted(Optional.empty(), findings.sorted());
        }
        var converting = new KubeRayImport(root.get());
        String out = YamlWriter.text(converting.cluster());
        converting.losses.findings.sorted().forEach(findings::add);
        ConfigLoader.load("the converted file", out, Path.of(""), Overrides.NONE.withoutFileChecks())
                .problems()
                .stream()
                .filter(Problem::isError)
                .forEach(findings::add);
        return new Converted(findings.hasErrors() ? Optional.empty() : Optional.of(out), findings.sorted());
    }

    private Fields cluster() {
        Fields metadata = table(root, "metadata");
        losses.others(metadata, "metadata.", SERVER_SIDE, "a cluster file has no place for it");
        losses.others(spec, "spec.", SPEC, "it is the operator's own");
        var head = new GroupImport(losses, table(spec, "headGroupSpec"), "spec.headGroupSpec.", scales);
        var workers = new ArrayList<GroupImport>();
        List<Fields> groups = spec.items("workerGroupSpecs").map(Items::values).orElse(List.of()).stream()
                .filter(Fields.class::isInstance)
                .map(Fields.class::cast)
                .toList();
        for (int i = 0; i < groups.size(); i++) {
            workers.add(new GroupImport(losses, groups.get(i), "spec.workerGroupSpecs[" + i + "].", scales));
        }
        String name = metadata.text("name").orElse("ray");
        String given = new ObjectNames().given(name);
        if (!given.equals(name)) {
            losses.renamed("the cluster", name, given, metadata.keyOrigin("name"));
        }
        var out = new Draft().put("cluster_name", (Object) given);
        var provider = new Draft().put("type", "kubernetes");
        metadata.text("namespace").ifPresent(space -> provider.put("namespace", (Object) space));
        out.put("provider", provider.put("use_internal_ips", true));
        out.put("max_workers", workers.stream().mapToLong(GroupImport::max).reduce(0, KubeRayImport::sum));
        autoscaler(out);
        types(out, head, workers);
        head.setup().ifPresent(command -> out.texts("head_setup_commands", List.of(command)));
        start(out, head, workers);
        return out.finish();
    }

    /** A group without a limit has the largest number there is. */
    private static long sum(long a, long b) {
        return Math.min(Integer.MAX_VALUE, a + b);
    }

    private void autoscaler(Draft out) {
        if (!scales) {
            return;
        }
        Fields options = table(spec, "autoscalerOptions");
        losses.others(
                options,
                "spec.autoscalerOptions.",
                Set.of("version", "upscalingMode", "idleTimeoutSeconds"),
                "the autoscaler is Manta's own, beside Ray on the head");
        boolean slow =
                options.text("upscalingMode").filter("Conservative"::equals).isPresent();
        out.put("upscaling_speed", slow ? KubeRayExport.CONSERVATIVE : KubeRayExport.UNLIMITED);
        out.put("idle_timeout_minutes", options.number("idleTimeoutSeconds").orElse(60) / 60);
    }

    private static void types(Draft out, GroupImport head, List<GroupImport> workers) {
        var types = new LinkedHashMap<String, Draft>();
        String headName = head.name(workers.stream().anyMatch(w -> w.name("").equals("head")) ? "head-group" : "head");
        types.put(headName, head.type(false));
        // One of the head's name is its type too: there may be workers of it.
        workers.forEach(worker -> types.put(worker.name("worker"), worker.type(true)));
        var all = new Draft();
        types.forEach((name, type) -> all.put(name, type));
        out.put("head_node_type", (Object) headName).put("available_node_types", all);
    }

    private void start(Draft out, GroupImport head, List<GroupImport> workers) {
        Map<String, String> options = head.options();
        options.putIfAbsent("dashboard-host", "0.0.0.0");
        options.putIfAbsent("port", "6379");
        if (!options.equals(Map.of("dashboard-host", "0.0.0.0", "port", "6379"))) {
            out.texts(
                    "head_start_ray_commands",
                    List.of(
                            "ray stop",
                            START + " --head --autoscaling-config=~/ray_bootstrap_config.yaml"
                                    + StartParams.words(options)));
        }
        if (workers.isEmpty()) {
            return;
        }
        Map<String, String> shared = workers.getFirst().options();
        for (GroupImport worker : workers) {
            if (!worker.options().equals(shared)) {
                losses.lost(
                        worker.path() + "rayStartParams",
                        "all workers are started with one command, and the first group has other options",
                        "give all groups the same options",
                        worker.optionsOrigin());
            }
        }
        String port = options.getOrDefault("port", "6379");
        if (!shared.isEmpty() || !port.equals("6379")) {
            out.texts(
                    "worker_start_ray_commands",
                    List.of("ray stop", START + " --address=$RAY_HEAD_IP:" + port + StartParams.words(shared)));
        }
    }

    static Fields table(Fields fields, String key) {
        return fields.table(key).orElse(Fields.empty(fields.origin()));
    }
}
