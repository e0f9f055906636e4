package io.manta.bench;

import io.manta.config.ConfigLoader;
import io.manta.config.Overrides;
import io.manta.controller.loop.Controller;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.Ports;
import io.manta.controller.loop.RayLink;
import io.manta.controller.setup.HeadGate;
import io.manta.controller.setup.RunnerNodeSetup;
import io.manta.controller.setup.SetupRunner;
import io.manta.core.event.EventLog;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Goal;
import io.manta.provider.onprem.OnPremNodeProvider;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Progress;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How much longer many hosts take than one, in Manta's own work: provider, loop and set-up are the real ones, and every
 * command on a host takes the same time and none of this machine's.
 */
public final class FlatBench {
    private static final Duration LATENCY = Duration.ofMillis(100);
    private static final double LIMIT = 1.3;

    private FlatBench() {}

    /** One bring-up. */
    private record Took(double seconds, int commands) {}

    public static void main(String[] args) throws Exception {
        int many = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        bringUp(many); // the JVM's own start is not the question
        var one = new ArrayList<Took>();
        var all = new ArrayList<Took>();
        for (int i = 0; i < rounds; i++) {
            one.add(bringUp(1));
            all.add(bringUp(many));
        }
        double ratio = median(all) / median(one);
        System.out.printf(
                Locale.ROOT,
                "{\"one_s\":%.2f,\"hosts\":%d,\"all_s\":%.2f,\"ratio\":%.2f,\"limit\":%.1f,\"commands_per_host\":%.1f}%n",
                median(one),
                many,
                median(all),
                ratio,
                LIMIT,
                all.getFirst().commands() / (double) (many + 1));
        System.exit(ratio <= LIMIT ? 0 : 1);
    }

    private static double median(List<Took> took) {
        double[] sorted = took.stream().mapToDouble(Took::seconds).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static Took bringUp(int workers) throws Exception {
        Path dir = Files.createTempDirectory("manta-flat");
        Map<String, PatientHost> hosts = new ConcurrentHashMap<>();
        ClusterConfig config = config(workers, dir);
        var provider = new OnPremNodeProvider(
                config,
                dir.resolve("machines"),
                reach -> hosts.computeIfAbsent(reach.address(), _ -> new PatientHost(LATENCY)),
                OnPremNodeProvider.View.OUTSIDE,
                Duration.ofSeconds(10));
        EventLog nowhere = event -> {};
        var gate = new HeadGate();
        gate.set(true);
        var setup = new SetupRunner(provider, nowhere, gate, Clock.systemUTC(), dir.resolve("logs"));
        var number = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ports = new Ports(
                    provider,
                    new RunnerNodeSetup(machine -> Objects.requireNonNull(hosts.get(address(machine))), setup),
                    new NoRay(),
                    new DefaultPlanner(),
                    nowhere,
                    Clock.systemUTC(),
                    threads,
                    length -> String.format(Locale.ROOT, "%0" + length + "d", number.getAndIncrement()));
            long begin = System.nanoTime();
            provider.check(config, Depth.QUICK);
            provider.prepare(config, Progress.NONE);
            var controller = new Controller(config, Goal.RUN, ports, new Memory());
            while (upToDate(controller.tick()) < workers + 1) {
                controller.awaitNews(Duration.ofMillis(100));
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            return new Took(
                    seconds,
                    hosts.values().stream().mapToInt(PatientHost::commands).sum());
        } finally {
            delete(dir);
        }
    }

    private static String address(Machine machine) {
        return machine.internalAddress().orElseThrow();
    }

    private static long upToDate(Controller.Tick tick) {
        return tick.nodes().stream()
                .flatMap(node -> node.machine().stream())
                .filter(machine -> machine.status() == NodeStatus.UP_TO_DATE)
                .count();
    }

    private static ClusterConfig config(int workers, Path dir) {
        String addresses =
                IntStream.range(0, workers).mapToObj(i -> "10.1.0." + (i + 1)).collect(Collectors.joining(", "));
        String text = """
                cluster_name: flat
                provider: {type: local, head_ip: 10.0.0.1, worker_ips: [%s]}
                auth: {ssh_user: nobody}
                min_workers: %d
                max_workers: %d
                setup_commands: ["true"]
                head_start_ray_commands: ["true"]
                worker_start_ray_commands: ["true"]
                """.formatted(addresses, workers, workers);
        return ConfigLoader.load("flat.yaml", text, dir, Overrides.NONE)
                .config()
                .orElseThrow();
    }

    private static void delete(Path dir) throws IOException {
        try (var files = Files.walk(dir)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static final class NoRay implements RayLink {
        @Override
        public Address address(Machine head) {
            return new Address("", "");
        }

        @Override
        public RayCluster connect(Machine head) throws RayException {
            throw new RayException(Problem.error("RAY-UNREACHABLE", "there is none", "", ""), new IOException("none"));
        }

        @Override
        public void announce(Machine head, String message) {}
    }
}
