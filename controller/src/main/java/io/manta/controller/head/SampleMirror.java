package io.manta.controller.head;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Brings the head's samples here. Their files are only ever appended to or removed, so sizes tell what is missing. */
final class SampleMirror {
    private static final Duration OFTEN_ENOUGH = Duration.ofSeconds(10);
    private static final long LARGEST = 1_000_000;
    private static final int MOST_FILES = 100;
    private static final Pattern NAME = Pattern.compile("(?:fine|coarse)-\\d{1,12}\\.jsonl");

    private final Path dir;
    private long lastAsked = System.nanoTime() - OFTEN_ENOUGH.toNanos();

    SampleMirror(ClusterHome home) {
        this.dir = home.history();
    }

    /** What to run in the cluster's directory on the head; nothing while it was asked lately. */
    String script() throws IOException {
        if (System.nanoTime() - lastAsked < OFTEN_ENOUGH.toNanos()) {
            return "";
        }
        lastAsked = System.nanoTime();
        var known = new StringBuilder();
        for (Path file : files()) {
            known.append(file.getFileName())
                    .append(") have=")
                    .append(Files.size(file))
                    .append(" ;; ");
        }
        return """
                if [ -d history ]; then
                  echo "samples $(ls history | tr '\\n' ' ')"
                  for f in history/*.jsonl; do
                    case "${f##*/}" in %s*) have=0 ;; esac
                    size=$(wc -c <"$f" 2>/dev/null) || continue
                    [ "$size" -ge "$have" ] || have=0
                    [ "$size" -eq "$have" ] || echo "sample ${f##*/} $have $(tail -c +$((have + 1)) "$f" | base64 | tr -d '\\n')"
                  done
                fi
                """.formatted(known);
    }

    /** Takes a line of the script's output; says whether it was one. */
    boolean take(String line) throws IOException {
        String[] words = line.strip().split(" ", -1);
        if (words[0].equals("samples")) {
            removeAllBut(new HashSet<>(Arrays.asList(words)));
            return true;
        }
        if (!words[0].equals("sample")
                || words.length != 4
                || !NAME.matcher(words[1]).matches()) {
            return false;
        }
        Path file = dir.resolve(words[1]);
        byte[] bytes = Base64.getDecoder().decode(words[3]);
        long offset = Long.parseLong(words[2]);
        // An honest head keeps far fewer and far smaller ones.
        if (offset + bytes.length > LARGEST || (!Files.exists(file) && files().size() >= MOST_FILES)) {
            return true;
        }
        if (offset == 0) {
            PrivateFiles.replace(file, bytes);
        } else if (Files.exists(file) && Files.size(file) == offset) {
            PrivateFiles.append(file, bytes);
        }
        return true;
    }

    private void removeAllBut(Set<String> names) throws IOException {
        for (Path file : files()) {
            if (!names.contains(file.getFileName().toString())) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(dir)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(dir)) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
