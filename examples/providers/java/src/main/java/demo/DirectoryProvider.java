package demo;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.*;
import io.manta.spi.remote.*;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.*;
import java.time.Instant;
import java.util.*;
import java.util.stream.Stream;

/** A machine is a directory with a file per tag; what begins with a dot is none yet, or no more, so it can die anywhere. */
public record DirectoryProvider(Path root) implements NodeProvider {
    /** What Manta finds by its name in META-INF/services; the type is what a cluster file calls it. */
    public static final class Factory implements NodeProviderFactory {
        public String type() {
            return "directories";
        }

        public NodeProvider open(ProviderContext context) {
            ClusterConfig config = context.config();
            return new DirectoryProvider(Path.of(config.provider().text("directory").orElse("/tmp/demo"), config.name()));
        }
    }

    public Features features() {
        return Features.of(Traits.OWN_HOSTS); // costs nothing, so `up` does not ask first
    }

    public Preflight check(ClusterConfig config, Depth depth) {
        return new Preflight(List.of(Preflight.Finding.ok("directory", root.toString())));
    }

    public void prepare(ClusterConfig config, Progress progress) {}

    public LaunchResult launch(LaunchRequest request) {
        List<Machine> made = request.nodes().stream().map(this::launchOne).toList();
        return new LaunchResult(made, Optional.empty());
    }

    private Machine launchOne(NodeSpec node) {
        Path dir = root.resolve(node.id().value());
        try {
            Files.createDirectories(root);
            Path fresh = Files.createTempDirectory(root, ".new-");
            Files.createDirectory(fresh.resolve("home"));
            Files.createDirectory(fresh.resolve("tags"));
            for (var tag : node.tags().entrySet()) {
                Files.writeString(fresh.resolve("tags").resolve(tag.getKey()), tag.getValue());
            }
            try {
                Files.move(fresh, dir, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileSystemException e) { // it was launched before: that machine, with the tags it has now
                delete(fresh);
            }
            return machine(dir).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Machine> list(Look look) {
        entries(".ending-").forEach(this::end); // someone died while ending it
        return entries("").filter(dir -> !name(dir).startsWith("."))
                .flatMap(dir -> machine(dir).stream())
                .toList();
    }

    public void tag(Map<MachineId, Map<String, String>> tags) {
        tags.forEach((id, added) -> added.forEach((name, value) -> {
            try {
                Path dir = root.resolve(id.value());
                Path part = Files.writeString(Files.createTempFile(dir, "tag", ""), value);
                Files.move(part, dir.resolve("tags").resolve(name), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                return; // the machine is gone
            }
        }));
    }

    public void terminate(Set<MachineId> ids) {
        for (MachineId id : ids) {
            Path ending = root.resolve(".ending-" + id);
            try {
                Files.move(root.resolve(id.value()), ending, StandardCopyOption.ATOMIC_MOVE);
                end(ending);
            } catch (IOException e) {
                continue; // unknown, or already ending
            }
        }
    }

    public void cleanUp() {
        entries("").forEach(this::end);
        delete(root);
    }

    public Reach reach(Machine machine) {
        Path dir = root.resolve(machine.id().value());
        var environment = Map.of("HOME", dir + "/home", "DEMO_MACHINE", dir.toString());
        return new Reach.LocalProcess(dir.resolve("home"), environment, dir.resolve("sessions"));
    }

    public void close() {}

    private void end(Path dir) {
        String mark = "DEMO_MACHINE=" + root.resolve(name(dir).replaceFirst("^\\.ending-", ""));
        ProcessHandle.allProcesses().filter(p -> carries(p, mark)).forEach(ProcessHandle::destroyForcibly);
        delete(dir);
    }

    private static boolean carries(ProcessHandle process, String mark) {
        try {
            String environment = Files.readString(Path.of("/proc/" + process.pid() + "/environ"));
            return List.of(environment.split("\0")).contains(mark);
        } catch (IOException e) {
            return false; // ended meanwhile, or somebody else's
        }
    }

    private Optional<Machine> machine(Path dir) {
        var tags = new HashMap<String, String>();
        try (Stream<Path> files = Files.list(dir.resolve("tags"))) {
            for (Path file : files.toList()) {
                tags.put(name(file), Files.readString(file));
            }
            Instant since = Files.getLastModifiedTime(dir.resolve("home")).toInstant();
            return Optional.of(new Machine(new MachineId(name(dir)), Machine.MachineState.RUNNING, tags,
                    Optional.of("127.0.0.1"), Optional.of("127.0.0.1"), since,
                    Optional.empty(), Optional.empty(), Optional.empty()));
        } catch (IOException e) {
            return Optional.empty(); // it ends at this very moment
        }
    }

    private Stream<Path> entries(String prefix) {
        return Stream.ofNullable(root.toFile().list()).flatMap(Stream::of)
                .filter(name -> name.startsWith(prefix)).map(root::resolve);
    }

    private static void delete(Path path) {
        Stream.ofNullable(path.toFile().listFiles()).flatMap(Stream::of).forEach(inside -> delete(inside.toPath()));
        path.toFile().delete();
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }
}
