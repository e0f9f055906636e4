package io.manta.cli.wire;

import io.manta.config.ConfigLoader;
import io.manta.config.Overrides;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract suite on the provider of any cluster file, for people who write one: scripts/test-provider FILE. Machines are
 * really made and ended, in clusters with names of their own.
 */
@EnabledIfSystemProperty(named = "provider.yaml", matches = ".+", disabledReason = "for scripts/test-provider")
final class ProviderSuite extends NodeProviderContract {
    @TempDir
    Path home;

    @Override
    protected ProviderWorld newWorld() {
        return new YamlWorld(Path.of(System.getProperty("provider.yaml", "")), home);
    }

    private static final class YamlWorld implements ProviderWorld {
        private static final int INSTANCES = 2;

        private final Path yaml;
        private final Path home;
        private final Map<String, List<Cluster>> opened = new HashMap<>();
        private int turn;

        YamlWorld(Path yaml, Path home) {
            this.yaml = yaml;
            this.home = home;
        }

        @Override
        public ClusterConfig config(String clusterName) {
            try {
                return DyingCall.config(yaml, "suite-" + clusterName);
            } catch (ProblemException e) {
                throw new IllegalStateException(e.problems().toString(), e);
            }
        }

        @Override
        public synchronized NodeProvider open(ClusterConfig config) throws Exception {
            List<Cluster> mine = opened.computeIfAbsent(config.name(), _ -> new ArrayList<>());
            if (mine.size() < INSTANCES) {
                mine.add(Cluster.open(new MantaHome(home), config));
                return mine.getLast().provider();
            }
            return mine.get(turn++ % INSTANCES).provider();
        }

        @Override
        public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
            die(config, "launch", node.id().value(), ThreadLocalRandom.current().nextLong(500));
        }

        @Override
        public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
            die(config, "terminate", machineId, 2000);
        }

        /** A process of its own that is killed, with all it started, so long after it began. */
        private void die(ClusterConfig config, String call, String id, long millis) throws Exception {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-Dprovider.base=" + System.getProperty("provider.base", ""),
                            DyingCall.class.getName(),
                            yaml.toString(),
                            home.toString(),
                            config.name(),
                            call,
                            id)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.inputReader().readLine();
            process.waitFor(millis, TimeUnit.MILLISECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }

        /** Machines, and what we ourselves keep; what else a provider makes only its author can look for. */
        @Override
        public List<String> remains(ClusterConfig config) throws Exception {
            var left = new ArrayList<>(open(config).list(Look.USUAL).stream()
                    .map(Machine::toString)
                    .toList());
            Path state = new MantaHome(home).cluster(config.name()).machines();
            if (Files.exists(state)) {
                left.add(state.toString());
            }
            return left;
        }

        @Override
        public int seeds() {
            return 2;
        }

        @Override
        public void close() {
            opened.values().forEach(all -> all.forEach(Cluster::close));
        }
    }

    /** One call in a process that will be killed. */
    static final class DyingCall {
        private DyingCall() {}

        static ClusterConfig config(Path yaml, String name) throws ProblemException {
            try {
                // As the user's own directory: relative paths in the file are taken from there.
                Path base = Path.of(System.getProperty("provider.base", "")).toAbsolutePath();
                var loaded = ConfigLoader.load(
                        yaml.toString(), Files.readString(yaml), base, Overrides.NONE.withClusterName(name));
                return loaded.config().orElseThrow(() -> new ProblemException(loaded.problems()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public static void main(String[] words) throws Exception {
            ClusterConfig config = config(Path.of(words[0]), words[2]);
            NodeProvider provider =
                    Cluster.open(new MantaHome(Path.of(words[1])), config).provider();
            System.out.println("ready");
            if (words[3].equals("launch")) {
                provider.launch(Specs.workers(config, words[4]));
            } else {
                provider.terminate(Set.of(new MachineId(words[4])));
            }
            new CountDownLatch(1).await();
        }
    }
}
