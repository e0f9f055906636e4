package io.manta.provider.onprem;

import io.manta.provider.common.Trees;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A pool of hosts that all clusters share, each cluster with a head host of its own. */
final class OnPremWorld implements ProviderWorld {
    private static final int WORKERS = 14;

    private final Path root;
    private final DirectoryHosts hosts;

    OnPremWorld() throws IOException {
        root = Files.createTempDirectory("onprem");
        hosts = new DirectoryHosts(root.resolve("hosts"));
    }

    private static List<String> workers() {
        return IntStream.range(0, WORKERS).mapToObj(i -> "w" + i).toList();
    }

    @Override
    public ClusterConfig config(String clusterName) {
        return Configs.small(
                clusterName, "local", Map.of("head_ip", "head-of-" + clusterName, "worker_ips", workers()));
    }

    @Override
    public NodeProvider open(ClusterConfig config) {
        return new OnPremNodeProvider(
                config,
                state(config),
                hosts::shell,
                OnPremNodeProvider.View.OUTSIDE,
                Duration.ZERO,
                new HostShell("claims", "proc", Duration.ofSeconds(30)),
                Clock.systemUTC());
    }

    private Path state(ClusterConfig config) {
        return root.resolve("state-" + config.name());
    }

    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        Path claims = Files.createDirectories(hosts.claims("w0"));
        Files.writeString(claims.resolve("claim.4711"), "cluster\t" + config.name());
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        String[] parts = machineId.split("/", 2);
        Files.writeString(hosts.claims(parts[0]).resolve("ending-" + parts[1]), "");
    }

    @Override
    public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) throws Exception {
        for (String worker : workers().subList(1, WORKERS)) {
            Path claims = Files.createDirectories(hosts.claims(worker));
            Files.writeString(claims.resolve("claim"), "cluster\tother%40x\nnode\tn-9\ncreated\t1\n");
        }
        return Optional.of(Specs.workers(config, "n-1", "n-2"));
    }

    @Override
    public List<String> remains(ClusterConfig config) throws Exception {
        var found = new ArrayList<String>();
        if (Files.exists(state(config))) {
            found.add(state(config).toString());
        }
        var names = new ArrayList<>(workers());
        names.add("head-of-" + config.name());
        for (String name : names) {
            Path keys = hosts.home(name).resolve(".ssh/authorized_keys");
            if (Files.exists(keys) && Files.readString(keys).contains(config.name() + "@")) {
                found.add(keys.toString());
            }
            if (Files.isDirectory(hosts.claims(name))) {
                try (Stream<Path> files = Files.list(hosts.claims(name))) {
                    files.filter(file -> !file.endsWith("lock"))
                            .filter(file -> !isOthers(file, config))
                            .forEach(file -> found.add(file.toString()));
                }
            }
        }
        return found;
    }

    private static boolean isOthers(Path file, ClusterConfig config) {
        try {
            return file.endsWith("claim") && !Files.readString(file).contains("cluster\t" + config.name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(60);
    }

    @Override
    public void close() {
        try {
            Trees.delete(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
