package io.manta.provider.gcp;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.GcpServer;
import io.manta.testkit.MortalWorld;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** One project of the fake; every world has cluster names of its own, and every provider its own way there. */
final class GcpWorld implements MortalWorld {
    private static final AtomicInteger WORLDS = new AtomicInteger();

    private final GcpServer server = GcpServer.shared();
    private final String name = "w" + WORLDS.incrementAndGet() + "-" + Long.toHexString(System.nanoTime() & 0xffffff);
    private final Path root = Files.createTempDirectory("gcp");
    private final List<FaultyWire> wires = new ArrayList<>();
    private final Map<String, Object> extra;
    private boolean arranged;

    GcpWorld() throws IOException {
        this(Map.of());
    }

    /** @param extra further keys of {@code provider}; one without a value takes a usual one away */
    GcpWorld(Map<String, Object> extra) throws IOException {
        this.extra = extra;
    }

    @Override
    public ClusterConfig config(String clusterName) {
        var settings = new LinkedHashMap<String, Object>(Map.of(
                "project_id",
                GcpServer.PROJECT,
                "region",
                GcpServer.REGION,
                "availability_zone",
                GcpServer.ZONE,
                "allowed_ssh_cidr",
                "203.0.113.7/32",
                "gcp_credentials",
                Map.of("type", "credentials_token", "credentials", "fake-token")));
        settings.putAll(extra);
        settings.values().removeIf(""::equals);
        return Configs.small(clusterName + "-" + name, "gcp", settings);
    }

    /** The same with settings for its workers. */
    static ClusterConfig withWorkers(ClusterConfig config, Map<String, Object> nodeConfig) {
        return with(config, Configs.WORKER, nodeConfig);
    }

    static ClusterConfig with(ClusterConfig config, String type, Map<String, Object> nodeConfig) {
        var types = new LinkedHashMap<>(config.nodeTypes());
        NodeType old = config.nodeType(type);
        types.put(type, old.withNodeConfig(nodeConfig));
        return config.withNodeTypes(types);
    }

    @Override
    public NodeProvider open(ClusterConfig config) throws IOException {
        return open(config, wires.isEmpty() ? newWire() : wires.getFirst());
    }

    GcpNodeProvider open(ClusterConfig config, FaultyWire wire) {
        var surroundings = new GcpNodeProvider.Surroundings(
                GcpSettings.of(config).identity(false),
                new Rest.Link(Optional.of(wire.endpoint()), 4, Duration.ofSeconds(20), Duration.ofMillis(5)),
                Duration.ZERO,
                () -> Optional.of("203.0.113.9"),
                wire.clock());
        var context = new ProviderContext(
                config,
                state(config),
                root,
                reach -> {
                    throw new IllegalStateException("nothing is reached here");
                },
                false);
        return new GcpNodeProvider(context, surroundings);
    }

    @Override
    public Optional<FaultyWire> wire() {
        return wires.stream().findFirst();
    }

    FaultyWire newWire() throws IOException {
        var wire = new FaultyWire(server.endpoint(), asked -> call(asked.verb(), asked.path()));
        wires.add(wire);
        return wire;
    }

    /** {@code POST instances/bulkInsert}: the verb, the kind of thing, and what is done to it. */
    static String call(String verb, String path) {
        if (path.contains(":")) {
            return verb + " " + path.substring(path.lastIndexOf(':') + 1);
        }
        String[] words = path.split("/", -1);
        int at = path.startsWith("/compute/") ? 5 : 4;
        if (words.length <= at) {
            return verb + " projects";
        }
        boolean placed = List.of("zones", "regions").contains(words[at]) && words.length > at + 2;
        int kind = placed ? at + 2 : Set.of("global", "aggregated").contains(words[at]) ? at + 1 : at;
        boolean many = words[words.length - 1].equals("bulkInsert");
        String action = many ? "/bulkInsert" : words.length > kind + 2 ? "/" + words[kind + 2] : "";
        return verb + " " + words[kind] + action;
    }

    Path state(ClusterConfig config) {
        return root.resolve("state-" + config.name());
    }

    /** Arranges something at the fake, until this world ends. */
    void arrange(String json) throws IOException, InterruptedException {
        arranged = true;
        server.control(json);
    }

    @Override
    public Doomed doomed(ClusterConfig config, int at, boolean done) throws IOException {
        if (wires.isEmpty()) {
            // The first is everybody's who goes on living.
            newWire();
        }
        FaultyWire wire = newWire();
        wire.dieAt(at, done);
        return new Doomed(open(config, wire), wire::isDead);
    }

    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        dyingAt("POST instances", wire -> open(config, wire).launch(Specs.request(node)));
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        dyingAt("DELETE instances", wire -> {
            open(config, wire).terminate(Set.of(new MachineId(machineId)));
            return machineId;
        });
    }

    @FunctionalInterface
    private interface LastWork {
        Object run(FaultyWire wire) throws Exception;
    }

    private void dyingAt(String name, LastWork work) throws Exception {
        FaultyWire wire = newWire();
        wire.dieAfter(name);
        Callable<Object> action = () -> work.run(wire);
        try {
            action.call();
        } catch (ProviderException e) {
            // The process that would see this is gone.
            return;
        }
    }

    @Override
    public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) throws Exception {
        arrange("{\"capacity\": {\"us-west1-a/n1-standard-2\": 1}}");
        return Optional.of(Specs.workers(config, "n-1", "n-2"));
    }

    /** All that the project has for the cluster, and the cluster's own directory. */
    @Override
    public List<String> remains(ClusterConfig config) throws Exception {
        var found = new ArrayList<String>();
        JSON.std.listFrom(server.remains(config.name())).forEach(thing -> found.add(thing.toString()));
        if (Files.exists(state(config))) {
            found.add(state(config).toString());
        }
        return found;
    }

    @Override
    public void close() {
        wires.forEach(FaultyWire::close);
        try {
            if (arranged) {
                server.control("{\"capacity\": {}, \"quota\": {}, \"denied\": [], \"disabled\": [], \"rate\": 0,"
                        + " \"account_lag\": 0, \"os_login\": false, \"policy_races\": 0, \"expired\": []}");
            }
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
