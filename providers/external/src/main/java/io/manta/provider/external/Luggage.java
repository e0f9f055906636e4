package io.manta.provider.external;

import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a provider needs on a head that is another machine: jars, a Python package, a program, the SSH key. It is put into the
 * cluster's own directory, which travels to the head with the daemon.
 */
final class Luggage {
    private static final Set<String> LEFT_BEHIND = Set.of("__pycache__", ".git", ".venv", "node_modules");
    private static final long LARGEST = 200_000_000;

    private final Path root;

    /** @param state the cluster's directory for the provider */
    Luggage(Path state) {
        this.root = state.resolve("provider");
    }

    Path plugins() {
        return root.resolve("plugins");
    }

    Path python() {
        return root.resolve("python");
    }

    Path files() {
        return root.resolve("files");
    }

    /** The key for nodes, when there is one here. */
    Optional<String> key() {
        Path key = root.resolve("ssh_key");
        return Files.exists(key) ? Optional.of(key.toString()) : Optional.empty();
    }

    /** Replaces what lies in a place by these files and directories. */
    void pack(Path place, List<Path> sources) throws ProviderException {
        try {
            delete(place);
            long size = 0;
            for (Path source : sources) {
                if (!Files.exists(source)) {
                    throw ExternalProblems.luggage("there is no " + source);
                }
                size += copy(source, place.resolve(source.getFileName()));
                if (size > LARGEST) {
                    throw ExternalProblems.luggage(
                            source + " is larger than " + LARGEST / 1_000_000 + " MB; name only what is needed");
                }
            }
        } catch (IOException e) {
            throw ExternalProblems.luggage(e.toString());
        }
    }

    void packKey(Path key) throws ProviderException {
        try {
            Files.createDirectories(root);
            Path target = root.resolve("ssh_key");
            Files.deleteIfExists(target);
            Files.createFile(
                    target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.write(target, Files.readAllBytes(key));
        } catch (IOException e) {
            throw ExternalProblems.luggage("cannot copy the key " + key + ": " + e);
        }
    }

    /** Everything of ours in the cluster's directory; the directory, too, when nothing else is in it. */
    static void remove(Path state) throws ProviderException {
        try {
            for (String name : List.of("provider", "locks", "bootstrapped.json", "provider.log")) {
                delete(state.resolve(name));
            }
            if (Files.isDirectory(state)) {
                try (var rest = Files.list(state)) {
                    if (rest.findAny().isPresent()) {
                        return;
                    }
                }
                Files.delete(state);
            }
        } catch (IOException e) {
            throw ExternalProblems.luggage("cannot remove " + state + ": " + e);
        }
    }

    private static long copy(Path source, Path target) throws IOException {
        var size = new long[1];
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                if (LEFT_BEHIND.contains(dir.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(target.resolve(source.relativize(dir).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path to = file.equals(source)
                        ? target
                        : target.resolve(source.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                size[0] += attributes.size();
                return size[0] > LARGEST ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }
        });
        return size[0];
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        var all = new ArrayList<Path>();
        try (var walk = Files.walk(path)) {
            walk.forEach(all::add);
        }
        for (Path each : all.reversed()) {
            Files.delete(each);
        }
    }
}
