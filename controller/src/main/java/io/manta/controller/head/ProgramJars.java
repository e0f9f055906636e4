package io.manta.controller.head;

import io.manta.core.model.ProblemException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** This very program, as it must lie on the head: the jars of its class path, under a name made from their contents. */
final class ProgramJars {
    private final HeadShell head;
    private final List<Path> jars;

    ProgramJars(HeadShell head) {
        this.head = head;
        this.jars = Stream.of(classPath().split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    private static String classPath() {
        return System.getProperty("java.class.path")
                + File.pathSeparator
                + System.getProperty(RemoteDaemonControl.PROVIDER_JARS, "");
    }

    /** The directory on the head that holds them. */
    String ensure() throws ProblemException, InterruptedException, IOException {
        String id = "app-" + identity();
        String remote = ".manta/runtime/" + id;
        HeadShell.Ended there = head.run("[ -d \"$HOME/" + remote + "\" ] && echo \"$HOME/" + remote + "\"");
        if (there.succeeded()) {
            return there.lastLine();
        }
        Path staged = Files.createTempDirectory("manta-app");
        try {
            for (Path jar : jars) {
                if (Files.isRegularFile(jar)) {
                    Files.copy(jar, staged.resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            head.must("making room for Manta", "mkdir -p \"$HOME/.manta/runtime\"");
            head.upload(staged + "/", "~/" + remote + ".part/");
        } finally {
            delete(staged);
        }
        return head.must(
                        "installing Manta",
                        "cd \"$HOME/.manta/runtime\" && { [ -d " + id + " ] || mv " + id + ".part " + id
                                + "; } && echo \"$HOME/" + remote + "\"")
                .lastLine();
    }

    private String identity() throws IOException {
        var parts = new ArrayList<byte[]>();
        for (Path jar : jars) {
            if (Files.isRegularFile(jar)) {
                parts.add(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
                parts.add(Files.readAllBytes(jar));
            }
        }
        return Contents.hash(parts);
    }

    private static void delete(Path root) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
