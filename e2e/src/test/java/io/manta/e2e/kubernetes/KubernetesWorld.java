package io.manta.e2e.kubernetes;

import io.manta.provider.kubernetes.KubernetesNodeProvider;
import io.manta.provider.kubernetes.access.Access;
import io.manta.provider.kubernetes.api.HttpWire;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.KubernetesCluster;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A real Kubernetes; every world has cluster names of its own in one namespace that is there already. */
final class KubernetesWorld implements ProviderWorld {
    static final String NAMESPACE = "manta-tests";
    private static final AtomicInteger WORLDS = new AtomicInteger();
    private static final String KINDS = "pods,services,ingresses,rolebindings,roles,serviceaccounts";

    private final KubernetesCluster cluster = KubernetesCluster.shared();
    private final String name = "w" + WORLDS.incrementAndGet() + "-" + Long.toHexString(System.nanoTime() & 0xffffff);
    private final Path root;
    private final Access access;
    private final Map<String, Object> pod;
    private final List<NodeProvider> opened = new ArrayList<>();

    /** @param pod what heads and workers are made of */
    KubernetesWorld(Path root, Map<String, Object> pod) throws ProblemException {
        this.root = root;
        this.pod = pod;
        this.access =
                Access.find(Optional.of(cluster.kubeconfig().toString()), Optional.empty(), false, Map.of(), root);
        if (cluster.tryKubectl("get", "namespace", NAMESPACE).exitCode() != 0) {
            cluster.kubectl("create", "namespace", NAMESPACE);
        }
    }

    /** One that really runs, and ends at once. */
    static Map<String, Object> running() {
        return pod(Map.of("requests", Map.of("cpu", "10m", "memory", "16Mi")), Map.of());
    }

    /** One for which there is no place: all of the API, none of the cost. */
    static Map<String, Object> nowhere() {
        return pod(Map.of(), Map.of("manta-tests", "nowhere"));
    }

    static Map<String, Object> pod(Map<String, Object> resources, Map<String, Object> nodeSelector) {
        return Map.of(
                "spec",
                Map.of(
                        "terminationGracePeriodSeconds",
                        1,
                        "restartPolicy",
                        "Never",
                        "automountServiceAccountToken",
                        false,
                        "nodeSelector",
                        nodeSelector,
                        "containers",
                        List.of(Map.of(
                                "name",
                                "ray-node",
                                "image",
                                KubernetesCluster.RAY_IMAGE,
                                "command",
                                List.of("sleep", "infinity"),
                                "resources",
                                resources))));
    }

    KubernetesCluster cluster() {
        return cluster;
    }

    @Override
    public ClusterConfig config(String clusterName) {
        return config(clusterName, Map.of());
    }

    ClusterConfig config(String clusterName, Map<String, Object> extra) {
        var settings = new LinkedHashMap<String, Object>(Map.of("namespace", NAMESPACE));
        settings.putAll(extra);
        ClusterConfig small = Configs.small(clusterName + "-" + name, "kubernetes", settings);
        var types = new LinkedHashMap<String, NodeType>();
        small.nodeTypes().forEach((type, value) -> types.put(type, value.withNodeConfig(pod)));
        return small.withNodeTypes(types);
    }

    @Override
    public NodeProvider open(ClusterConfig config) {
        return open(config, newWire(), false);
    }

    KubernetesNodeProvider open(ClusterConfig config, FaultyWire wire, boolean watching) {
        var patience = new KubeApi.Patience(Duration.ofSeconds(20), Duration.ofMillis(5), Duration.ofSeconds(30));
        var provider = new KubernetesNodeProvider(
                config,
                new KubeApi(wire, patience),
                new KubernetesNodeProvider.Surroundings(access, state(config), false, watching, Duration.ofSeconds(3)));
        opened.add(provider);
        return provider;
    }

    FaultyWire newWire() {
        return new FaultyWire(new HttpWire(access));
    }

    private Path state(ClusterConfig config) {
        return root.resolve("state-" + config.name());
    }

    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        dying(config, "POST pods", provider -> provider.launch(Specs.request(node)));
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        dying(config, "DELETE pods", provider -> provider.terminate(Set.of(new MachineId(machineId))));
    }

    private interface LastWork {
        void with(NodeProvider provider) throws Exception;
    }

    private void dying(ClusterConfig config, String at, LastWork work) throws Exception {
        FaultyWire wire = newWire();
        wire.script(call -> call.kind().equals(at) ? new FaultyWire.Act.Die(true) : new FaultyWire.Act.Pass());
        try {
            work.with(open(config, wire, false));
        } catch (FaultyWire.Died e) {
            // The process that would see this is gone.
            return;
        }
    }

    /** A quota on a resource that only these pods ask for. */
    @Override
    public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) {
        String slot = "manta.test/" + name;
        cluster.apply("""
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: %s, namespace: %s}
                spec: {hard: {"requests.%s": "1"}}
                """.formatted(name, NAMESPACE, slot));
        NodeSpec[] specs = List.of("n-1", "n-2").stream()
                .map(id -> Specs.worker(config, id))
                .map(spec -> new NodeSpec(
                        spec.id(),
                        spec.role(),
                        spec.type().withNodeConfig(pod(Map.of("limits", Map.of(slot, 1)), Map.of())),
                        spec.tags()))
                .toArray(NodeSpec[]::new);
        return Optional.of(Specs.request(specs));
    }

    /** As a client that is not ours sees it. */
    @Override
    public List<String> remains(ClusterConfig config) throws IOException {
        var found = new ArrayList<>(
                cluster.kubectl("-n", NAMESPACE, "get", KINDS, "-l", "ray-cluster-name=" + config.name(), "-o", "name")
                        .lines()
                        .filter(line -> line.contains("/"))
                        .toList());
        if (Files.exists(state(config).resolve("kubernetes.json"))) {
            found.add(state(config).toString());
        }
        return found;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(60);
    }

    @Override
    public int seeds() {
        return 2;
    }

    @Override
    public void close() {
        opened.forEach(NodeProvider::close);
        cluster.kubectl("-n", NAMESPACE, "delete", "resourcequota", name, "--ignore-not-found", "--wait=false");
    }
}
