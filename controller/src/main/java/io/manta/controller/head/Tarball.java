package io.manta.controller.head;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Files of this machine as one stream, which takes one command to bring to the head instead of several. */
final class Tarball implements AutoCloseable {
    private final Path file;

    private Tarball(Path file) {
        this.file = file;
    }

    /** These files, by their names alone. */
    static Tarball of(List<Path> files) throws IOException, InterruptedException {
        var words = new ArrayList<String>();
        for (Path one : files) {
            Path absolute = one.toAbsolutePath();
            words.addAll(List.of(
                    "-C", Objects.requireNonNull(absolute.getParent()).toString(), "./" + absolute.getFileName()));
        }
        return make(words);
    }

    static Tarball ofDirectory(Path directory) throws IOException, InterruptedException {
        return make(List.of("-C", directory.toString(), "."));
    }

    private static Tarball make(List<String> words) throws IOException, InterruptedException {
        var tarball = new Tarball(Files.createTempFile("manta-", ".tar"));
        var command = new ArrayList<>(List.of("tar", "-chf", tarball.file.toString()));
        command.addAll(words);
        if (!Programs.run(command)) {
            tarball.close();
            throw new IOException("tar cannot pack " + words.getLast());
        }
        return tarball;
    }

    Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
