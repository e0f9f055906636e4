package io.manta.config.fingerprint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Remembers the contents hash of trees by their listing: names, sizes and times of change. A change that leaves all of these alone
 * is not noticed; rsync, which brings the files, would not copy it either. A lost or broken cache only costs time.
 */
final class ContentsCache {
    /** Files younger than this may change again without a new time. */
    static final long UNSETTLED_MILLIS = 2000;

    private final Optional<Path> directory;

    /** @param directory where to remember; empty to forget */
    ContentsCache(Optional<Path> directory) {
        this.directory = directory;
    }

    Optional<String> find(String mounts, String listing) {
        try {
            if (directory.isEmpty() || !Files.exists(directory.get().resolve(mounts))) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(directory.get().resolve(mounts));
            return lines.size() == 2 && lines.getFirst().equals(listing) ? Optional.of(lines.get(1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void remember(String mounts, String listing, String contents) {
        if (directory.isEmpty()) {
            return;
        }
        try {
            Files.createDirectories(directory.get());
            Path next = Files.createTempFile(directory.get(), mounts, ".new");
            Files.writeString(next, listing + "\n" + contents + "\n");
            Files.move(next, directory.get().resolve(mounts), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // the next run hashes again
        }
    }
}
