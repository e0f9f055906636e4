package io.manta.controller.head;

import io.manta.controller.home.ClusterHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Those of the cluster's files that its daemon needs: the head's configuration, the record, and the provider's own. */
final class HomeFiles {
    private static final List<String> NAMES = List.of("head.yaml", "overrides.json", "head.json", "record.json");

    // What was last seen of hosts: the head sees for itself.
    private static final String CHANGES_BY_ITSELF = "hosts.json";

    private final ClusterHome home;

    HomeFiles(ClusterHome home) {
        this.home = home;
    }

    /** The same for the same names and contents. */
    String id() throws IOException {
        var parts = new ArrayList<byte[]>();
        for (Path file : files()) {
            if (file.endsWith(CHANGES_BY_ITSELF)) {
                continue;
            }
            parts.add(home.dir().relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            parts.add(Files.readAllBytes(file));
        }
        return Contents.hash(parts);
    }

    /** All of them, with the host keys that are known here. */
    Tarball pack() throws IOException, InterruptedException {
        Path staged = Files.createTempDirectory("manta-home");
        try {
            for (Path file : files()) {
                copy(file, staged.resolve(home.dir().relativize(file).toString()));
            }
            if (Files.exists(home.asked())) {
                copy(home.asked(), staged.resolve(home.askedByUp().getFileName().toString()));
            }
            Path pinned = home.dir().resolve("../../known_hosts").resolve(home.name());
            if (Files.exists(pinned)) {
                copy(pinned, staged.resolve("known_hosts"));
            }
            return Tarball.ofDirectory(staged);
        } finally {
            Contents.delete(staged);
        }
    }

    /** Shell text that unpacks them from its input to where {@code $dir} says. */
    static String unpack() {
        return "(umask 077; chmod go= \"$HOME/.manta\" 2>/dev/null; mkdir -p \"$dir/daemon\" \"$dir/machines\" && tar -xpf - --no-same-owner -C \"$dir\") || exit 1\n";
    }

    private static void copy(Path file, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private List<Path> files() throws IOException {
        var files = new ArrayList<Path>();
        for (String name : NAMES) {
            Path file = home.dir().resolve(name);
            if (Files.exists(file)) {
                files.add(file);
            }
        }
        if (Files.isDirectory(home.machines())) {
            try (Stream<Path> walk = Files.walk(home.machines())) {
                walk.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
        }
        return files;
    }
}
