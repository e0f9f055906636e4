package io.manta.controller.head;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Takes files of the cluster's home back from the head. A head runs other people's code, so it is believed nothing: only regular
 * files with plain names are taken, of a bounded size, each is put here as a new file, and no link leads anywhere else.
 */
final class BroughtBack {
    static final long LARGEST = 32L << 20;

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final long MOST_ON_THE_WAY = 128L << 20;
    private static final String LINE = "back ";
    private static final Pattern NAME = Pattern.compile("(?:\\w[\\w.@=+-]{0,120}/){0,4}\\w[\\w.@=+-]{0,120}");

    private final ClusterHome home;

    BroughtBack(ClusterHome home) {
        this.home = home;
    }

    /**
     * Nothing happens where there are none.
     *
     * @param names of files and directories in the cluster's home
     * @param wanted says by its name in the home whether a file is taken
     */
    void take(CommandRunner runner, List<String> names, Predicate<String> wanted)
            throws ProblemException, InterruptedException, IOException {
        Path archive = Files.createTempFile("manta-back", ".gz");
        try {
            try (OutputStream out = Files.newOutputStream(archive)) {
                var stream = new Stream(out);
                runner.run(
                        Command.of("#!/bin/sh\n" + script(names))
                                .on(Command.Place.HOST)
                                .withTimeout(LIMIT),
                        stream::line);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            if (Files.size(archive) > 0) {
                try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(archive)))) {
                    unpack(in, names, wanted);
                }
            }
        } finally {
            Files.delete(archive);
        }
    }

    private String script(List<String> names) {
        return """
                cd "$HOME"/.manta/clusters/'%s' 2>/dev/null || exit 0
                for f in %s; do [ ! -e "$f" ] || set -- "$@" "$f"; done
                [ $# -gt 0 ] || exit 0
                tar -cf - "$@" 2>/dev/null | gzip -c | base64 | sed 's/^/%s/'
                """.formatted(home.name(), String.join(" ", names), LINE);
    }

    /** The lines of the head as bytes; those beyond what is allowed are dropped. */
    private static final class Stream {
        private final OutputStream out;
        private long left = MOST_ON_THE_WAY;

        Stream(OutputStream out) {
            this.out = out;
        }

        synchronized void line(String line) {
            if (!line.startsWith(LINE) || left <= 0) {
                return;
            }
            try {
                byte[] bytes =
                        Base64.getDecoder().decode(line.substring(LINE.length()).strip());
                left -= bytes.length;
                if (left > 0) {
                    out.write(bytes);
                }
            } catch (IllegalArgumentException e) {
                left = 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The same for an archive that is here. */
    void unpack(InputStream archive, List<String> names, Predicate<String> wanted) throws IOException {
        TarEntries.read(archive, (given, size, modified, content) -> {
            String name = given.startsWith("./") ? given.substring(2) : given;
            boolean asked = names.stream().anyMatch(one -> name.equals(one) || name.startsWith(one + "/"));
            if (asked && NAME.matcher(name).matches() && wanted.test(name)) {
                put(home.dir().resolve(name), size, modified, content);
            }
        });
    }

    private void put(Path file, long size, Instant modified, InputStream content) throws IOException {
        for (Path above = file.getParent(); above != null && !above.equals(home.dir()); above = above.getParent()) {
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
        }
        boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                || (isFile
                        && Files.size(file) == Math.min(size, LARGEST)
                        && Files.getLastModifiedTime(file).toInstant().equals(modified))) {
            return;
        }
        // Of a log that is longer, the end tells more.
        content.skipNBytes(Math.max(0, size - LARGEST));
        PrivateFiles.replace(file, content.readNBytes((int) Math.min(size, LARGEST)));
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }
}
