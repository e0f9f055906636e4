package io.manta.controller.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The directory that holds everything Manta keeps for a user, {@code ~/.manta} unless MANTA_HOME says otherwise. */
public record MantaHome(Path root) {
    /** The usual one is closed to other users; a directory that the user named keeps the rights that the user gave it. */
    public static MantaHome of(Map<String, String> environment) {
        String given = environment.get("MANTA_HOME");
        if (given != null && !given.isBlank()) {
            return new MantaHome(Path.of(given).toAbsolutePath().normalize());
        }
        var usual = new MantaHome(Path.of(System.getProperty("user.home"), ".manta"));
        PrivateFiles.close(usual.root());
        return usual;
    }

    public ClusterHome cluster(String name) {
        return new ClusterHome(clusters().resolve(name));
    }

    public Path clusters() {
        return root.resolve("clusters");
    }

    /** Shared between clusters: Python environments, Java runtimes. */
    public Path runtime() {
        return root.resolve("runtime");
    }

    /** Logs of clusters that are gone. */
    public Path keptLogs() {
        return root.resolve("logs");
    }

    /** Clusters that {@code up} has recorded, by name. */
    public List<ClusterHome> recorded() {
        if (!Files.isDirectory(clusters())) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(clusters())) {
            return entries.map(ClusterHome::new)
                    .filter(home -> Files.exists(home.record()))
                    .sorted((a, b) -> a.name().compareTo(b.name()))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
