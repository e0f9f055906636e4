package io.manta.controller.head;

import io.manta.controller.home.AtomicFile;
import io.manta.spi.model.ProblemException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** This very program, as it must lie on the head: the jars of its class path, under a name made from their contents. */
final class ProgramJars {
    private final List<Path> jars;
    private final String id;

    /** @param cache where the name is kept for the next time: to read all jars takes longer than the rest of a short verb */
    ProgramJars(Path cache) throws IOException {
        this.jars = Stream.of(classPath().split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
        this.id = "app-" + identity(cache.resolve("app.id"));
    }

    private static String classPath() {
        return System.getProperty("java.class.path")
                + File.pathSeparator
                + System.getProperty(RemoteDaemonControl.PROVIDER_JARS, "");
    }

    String id() {
        return id;
    }

    /** Returns the directory on the head that holds them then. */
    String ship(HeadShell head) throws ProblemException, InterruptedException, IOException {
        // A stream that is cut off between two files looks complete to tar.
        String unpack = "tar -xf - -C $part && [ $(ls $part | wc -l) -eq " + jars.size() + " ]";
        try (Tarball packed = Tarball.of(jars)) {
            return head.mustRead(
                            "installing Manta",
                            packed.file(),
                            Unpacked.as(id, unpack) + "echo \"$HOME/.manta/runtime/" + id + "\"\n")
                    .lastLine();
        }
    }

    private String identity(Path kept) throws IOException {
        String stamp = stamp();
        if (Files.exists(kept)) {
            String[] words = Files.readString(kept).strip().split(" ", -1);
            if (words.length == 2 && words[0].equals(stamp)) {
                return words[1];
            }
        }
        String fresh = contents();
        AtomicFile.write(kept, stamp + " " + fresh + "\n");
        return fresh;
    }

    private String stamp() throws IOException {
        var parts = new ArrayList<byte[]>();
        for (Path jar : jars) {
            String line = jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
            parts.add(line.getBytes(StandardCharsets.UTF_8));
        }
        return Contents.hash(parts);
    }

    private String contents() throws IOException {
        var parts = new ArrayList<byte[]>();
        for (Path jar : jars) {
            parts.add(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
            parts.add(Files.readAllBytes(jar));
        }
        return Contents.hash(parts);
    }
}
