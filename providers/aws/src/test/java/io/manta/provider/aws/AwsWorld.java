package io.manta.provider.aws;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.Identity;
import io.manta.provider.aws.prepare.Surroundings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.MortalWorld;
import io.manta.testkit.MotoServer;
import io.manta.testkit.Scratch;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** One account at moto; every world has cluster names of its own, and every provider its own way there. */
final class AwsWorld implements MortalWorld {
    private static final AtomicInteger WORLDS = new AtomicInteger();
    private static final Path SHARED = Scratch.untilExit("aws-facts");

    private final MotoServer moto = MotoServer.shared();
    private final String name = "w" + WORLDS.incrementAndGet() + "-" + Long.toHexString(System.nanoTime());
    private final Path root = Files.createTempDirectory("aws");
    private final List<FaultyWire> proxies = new ArrayList<>();
    private final Map<String, Object> extra;

    AwsWorld() throws IOException {
        this(Map.of());
    }

    /** @param extra further keys of {@code provider} */
    AwsWorld(Map<String, Object> extra) throws IOException {
        this.extra = extra;
    }

    @Override
    public ClusterConfig config(String clusterName) {
        var settings = new LinkedHashMap<String, Object>(
                Map.of("region", MotoServer.REGION, "allowed_ssh_cidr", "203.0.113.7/32"));
        settings.putAll(extra);
        return Configs.small(clusterName + "-" + name, "aws", settings);
    }

    /** The same with settings for its workers. */
    static ClusterConfig withWorkers(ClusterConfig config, Map<String, Object> nodeConfig) {
        return Configs.with(config, Configs.WORKER, nodeConfig);
    }

    @Override
    public NodeProvider open(ClusterConfig config) throws IOException {
        return open(config, proxies.isEmpty() ? proxy() : proxies.getFirst());
    }

    AwsNodeProvider open(ClusterConfig config, FaultyWire proxy) {
        return open(config, proxy.endpoint(), Duration.ZERO, false, proxy.clock());
    }

    @Override
    public Optional<FaultyWire> wire() {
        return proxies.stream().findFirst();
    }

    FaultyWire proxy() throws IOException {
        var proxy = new FaultyWire(moto.endpoint(), AwsCalls::name);
        proxies.add(proxy);
        return proxy;
    }

    /** @param freshness how long an answer may be used again */
    AwsNodeProvider open(ClusterConfig config, URI endpoint, Duration freshness) {
        return open(config, endpoint, freshness, false, Clock.systemUTC());
    }

    /** The provider that the daemon on the head has. */
    AwsNodeProvider openOnHead(ClusterConfig config, FaultyWire proxy) {
        return open(config, proxy.endpoint(), Duration.ZERO, true, proxy.clock());
    }

    private AwsNodeProvider open(ClusterConfig config, URI endpoint, Duration freshness, boolean onHead, Clock clock) {
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIATEST", "secret"));
        var surroundings = new Surroundings(
                new Identity(credentials, "test"),
                new AwsClients.Link(Optional.of(endpoint), 4, Duration.ofSeconds(20), Duration.ofMillis(5), 100),
                freshness,
                Duration.ZERO,
                () -> Optional.of("203.0.113.9"),
                clock);
        return new AwsNodeProvider(config, state(config), SHARED, onHead, surroundings);
    }

    Path state(ClusterConfig config) {
        return root.resolve("state-" + config.name());
    }

    @Override
    public Doomed doomed(ClusterConfig config, int at, boolean done) throws IOException {
        if (proxies.isEmpty()) {
            // The first is everybody's who goes on living.
            proxy();
        }
        FaultyWire proxy = proxy();
        proxy.dieAt(at, done);
        return new Doomed(open(config, proxy), proxy::isDead);
    }

    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        FaultyWire proxy = proxy();
        proxy.dieAfter("RunInstances");
        dying(() -> open(config, proxy).launch(Specs.request(node)));
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        FaultyWire proxy = proxy();
        proxy.dieAfter("TerminateInstances");
        dying(() -> {
            open(config, proxy).terminate(java.util.Set.of(new io.manta.spi.model.MachineId(machineId)));
            return null;
        });
    }

    private static void dying(java.util.concurrent.Callable<?> action) throws Exception {
        try {
            action.call();
        } catch (io.manta.spi.provider.ProviderException e) {
            // The process that would see this is gone.
            return;
        }
    }

    @Override
    public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) {
        proxies.getFirst()
                .script(call -> call.name().equals("RunInstances")
                        ? new Act.Rewrite(call.body().replaceAll("MaxCount=\\d+", "MaxCount=1"))
                        : new Act.Pass());
        return Optional.of(Specs.workers(config, "n-1", "n-2"));
    }

    /** All that AWS has for the cluster, and the cluster's own directory. */
    @Override
    public List<String> remains(ClusterConfig config) throws Exception {
        var found = new ArrayList<>(new Remains(moto.endpoint()).of(config.name()));
        if (Files.exists(state(config))) {
            found.add(state(config).toString());
        }
        return found;
    }

    List<String> snapshots(ClusterConfig config) {
        return new Remains(moto.endpoint()).snapshots(config.name());
    }

    /** The cluster in which images of another are made. */
    ClusterConfig baking(ClusterConfig config) {
        return Configs.small(config.name() + "-bake", "aws", config.provider().settings());
    }

    @Override
    public void close() {
        proxies.forEach(FaultyWire::close);
        Scratch.delete(root);
    }
}
