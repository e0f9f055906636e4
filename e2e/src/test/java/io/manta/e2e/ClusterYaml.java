package io.manta.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Small cluster files for one machine. */
final class ClusterYaml {
    private ClusterYaml() {}

    /** A 0-CPU head and 1-CPU workers that leave after six idle seconds. */
    static Path write(Path dir, String name, int minWorkers, int maxWorkers, String extra) {
        String python = System.getProperty("manta.ray.python", "");
        String text = """
                cluster_name: %s
                provider:
                  type: localhost
                  python: %s
                max_workers: %d
                idle_timeout_minutes: 0.1
                head_node_type: head
                available_node_types:
                  head:
                    resources: {CPU: 0, memory: 1000000000, object_store_memory: 104857600}
                  worker:
                    resources: {CPU: 1, memory: 1000000000, object_store_memory: 83886080}
                    min_workers: %d
                    max_workers: %d
                %s
                """.formatted(name, python, maxWorkers, minWorkers, maxWorkers, extra);
        try {
            Path file = dir.resolve(name + ".yaml");
            Files.writeString(file, text);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path script(Path dir, String name, String python) {
        try {
            Path file = dir.resolve(name);
            Files.writeString(file, python);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path tree) {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
