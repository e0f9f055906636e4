package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeId;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.testkit.Configs;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory with everything of this provider in it, and a Python that only claims to have Ray. */
final class LocalhostWorld implements ProviderWorld {
    final Path directory;
    final ScratchSpace scratch;
    private final Path python;

    LocalhostWorld(Path directory) throws IOException {
        this.directory = directory;
        this.scratch = new ScratchSpace(directory.resolve("scratch"));
        this.python = program("bin/python", """
                case "$2" in
                *"accelerators of this machine"*) cat "$(dirname "$0")/accelerators.json" ;;
                *) echo 2.60.0 ;;
                esac""");
        if (!Files.exists(directory.resolve("bin/accelerators.json"))) {
            cards();
        }
        program("bin/ray", "exit 0");
    }

    /** What its Ray finds from now on. */
    void cards(String... models) throws IOException {
        var devices = new ArrayList<String>();
        for (int i = 0; i < models.length; i++) {
            devices.add("{\"id\": \"" + i + "\", \"card\": \"GPU-card" + i + "\", \"model\": \"" + models[i] + "\"}");
        }
        String family = models.length == 0
                ? ""
                : "{\"resource\": \"GPU\", \"variable\": \"CUDA_VISIBLE_DEVICES\", \"type\": \"H200\", \"devices\": ["
                        + String.join(", ", devices) + "]}";
        Files.writeString(
                directory.resolve("bin/accelerators.json"),
                "{\"ray\": \"2.60.0\", \"known\": [\"GPU\", \"TPU\"], \"accelerators\": [" + family
                        + "], \"troubles\": []}\n");
    }

    /** An executable that runs this shell script. */
    Path program(String name, String script) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path stateDir(ClusterConfig config) {
        return directory.resolve("clusters").resolve(config.name()).resolve("machines");
    }

    Path machineDir(ClusterConfig config, String id) {
        return stateDir(config).resolve(id);
    }

    @Override
    public ClusterConfig config(String clusterName) {
        return Configs.small(clusterName, "localhost", Map.of("python", python.toString()));
    }

    @Override
    public NodeProvider open(ClusterConfig config) {
        return open(config, Duration.ofMillis(300));
    }

    LocalhostNodeProvider open(ClusterConfig config, Duration grace) {
        return new LocalhostNodeProvider(
                config,
                stateDir(config),
                directory.resolve("runtime"),
                scratch,
                new PythonInterpreters(List.of(directory.resolve("bin"))),
                grace);
    }

    /** Everything but the record, which is what makes a machine. */
    @Override
    public void dieLaunching(ClusterConfig config, NodeSpec node) throws Exception {
        var machine = new MachineDirectory(machineDir(config, node.id().value()));
        Files.createDirectories(machine.home());
        Files.createDirectories(scratch.rayTemp(machine.path()));
        NodeScripts.write(machine);
    }

    @Override
    public void dieTerminating(ClusterConfig config, String machineId) throws Exception {
        var machine = new MachineDirectory(machineDir(config, machineId));
        Files.createFile(machine.terminating());
        Trees.delete(machine.home());
    }

    @Override
    public Optional<LaunchRequest> requestThatFallsShort(ClusterConfig config) {
        NodeSpec good = Specs.worker(config, "n-1");
        var bad = new NodeSpec(new NodeId("../n-2"), good.role(), good.type(), good.tags());
        return Optional.of(Specs.request(good, bad, Specs.worker(config, "n-3")));
    }

    /** Logs may stay; that is their purpose. */
    @Override
    public List<String> remains(ClusterConfig config) throws Exception {
        var left = new ArrayList<String>();
        if (Files.exists(stateDir(config))) {
            left.add(stateDir(config).toString());
        }
        // Temp dirs do not tell whose they are: it counts only when no cluster is left to own them.
        boolean others = Files.exists(directory.resolve("clusters")) && anyMachine(directory.resolve("clusters"));
        if (!others && Files.exists(scratch.root())) {
            left.add(scratch.root().toString());
        }
        return left;
    }

    private static boolean anyMachine(Path clusters) throws IOException {
        try (Stream<Path> all = Files.walk(clusters)) {
            return all.anyMatch(path -> path.endsWith("machine.json"));
        }
    }

    @Override
    public void close() {}
}
