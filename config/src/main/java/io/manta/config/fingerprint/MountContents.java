package io.manta.config.fingerprint;

import io.manta.config.fingerprint.TreeListing.Directory;
import io.manta.config.fingerprint.TreeListing.Entry;
import io.manta.spi.remote.IgnoreRules;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Hashes what local paths hold, in Ray's order: directory names, file names and bytes; no times, no modes. Files are read by
 * several threads ahead of the one that hashes, since opening them takes longer than hashing them.
 */
final class MountContents {
    private static final int FILES_AT_ONCE = 256;
    private static final long LARGE = 1 << 20;

    private final MessageDigest digest = RayHash.digest();
    private final IgnoreRules rules;
    private final String excludes;
    private final List<String> ignoreFiles;
    private final int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 8);

    MountContents(List<String> excludes, List<String> ignoreFiles) {
        this.rules = IgnoreRules.of(excludes);
        this.excludes = String.join("\0", excludes);
        this.ignoreFiles = ignoreFiles;
    }

    /** @param expanded local paths with {@code ~} already replaced, as texts: the texts themselves are hashed */
    String hash(Collection<String> expanded, Path base, ContentsCache cache) throws IOException {
        try (var pool = new ForkJoinPool(threads)) {
            List<Mount> mounts = new ArrayList<>();
            for (String path : expanded.stream().sorted(CodePoints.ORDER).toList()) {
                Path local = base.resolve(path);
                mounts.add(
                        Files.isDirectory(local)
                                ? new Mount(Optional.empty(), TreeListing.list(path, local, rules, ignoreFiles, pool))
                                : new Mount(Optional.of(Entry.of(local)), List.of()));
            }
            String key =
                    RayHash.of(base.toString(), String.join("\0", expanded), excludes, String.join("\0", ignoreFiles));
            var listing = new ListingHash();
            mounts.forEach(listing::add);
            String listed = listing.spelled();
            Optional<String> known = cache.find(key, listed);
            if (known.isPresent()) {
                return known.get();
            }
            for (Mount mount : mounts) {
                if (mount.file().isPresent()) {
                    stream(mount.file().get().path());
                } else {
                    tree(mount.directories(), pool);
                }
            }
            String contents = RayHash.spell(digest.digest());
            if (listing.isSettled(System.currentTimeMillis())) {
                cache.remember(key, listed, contents);
            }
            return contents;
        }
    }

    /** One mount: a single file, or a tree. */
    record Mount(Optional<Entry> file, List<Directory> directories) {}

    private void tree(List<Directory> directories, ForkJoinPool pool) throws IOException {
        var ahead = new ArrayDeque<ForkJoinTask<byte[]>>();
        for (Batch batch : batches(directories)) {
            if (batch.large()) {
                drain(ahead, 0);
                batch.update(digest);
                stream(batch.files().getFirst().path());
            } else {
                drain(ahead, threads * 2);
                ahead.add(pool.submit(batch::read));
            }
        }
        drain(ahead, 0);
    }

    private void drain(ArrayDeque<ForkJoinTask<byte[]>> ahead, int left) throws IOException {
        while (ahead.size() > left) {
            try {
                digest.update(ahead.remove().get());
            } catch (ExecutionException e) {
                throw new IOException(
                        String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    /** Some files that follow each other; {@code heads} holds what is hashed before each one's content. */
    private record Batch(List<byte[]> heads, List<Entry> files, boolean large) {
        Batch() {
            this(new ArrayList<>(), new ArrayList<>(), false);
        }

        void update(MessageDigest digest) {
            heads.forEach(digest::update);
        }

        byte[] read() throws IOException {
            var out = new Bytes(heads.stream().mapToInt(h -> h.length).sum()
                    + files.stream().mapToLong(Entry::size).sum());
            for (int i = 0; i < heads.size(); i++) {
                out.add(heads.get(i));
                if (i < files.size()) {
                    out.add(files.get(i));
                }
            }
            return out.all();
        }
    }

    private static List<Batch> batches(List<Directory> directories) {
        var out = new ArrayList<Batch>();
        var current = new Batch();
        byte[] pending = new byte[0];
        long bytes = 0;
        for (Directory directory : directories) {
            pending = joined(pending, directory.name());
            for (Entry file : directory.files()) {
                byte[] head = joined(pending, file.name());
                pending = new byte[0];
                if (file.size() > LARGE) {
                    out.add(current);
                    out.add(new Batch(List.of(head), List.of(file), true));
                    current = new Batch();
                    bytes = 0;
                    continue;
                }
                current.heads().add(head);
                current.files().add(file);
                bytes += file.size();
                if (current.files().size() >= FILES_AT_ONCE || bytes > 4 * LARGE) {
                    out.add(current);
                    current = new Batch();
                    bytes = 0;
                }
            }
        }
        current.heads().add(pending);
        out.add(current);
        return out;
    }

    private static byte[] joined(byte[] first, String text) {
        byte[] second = text.getBytes(StandardCharsets.UTF_8);
        if (first.length == 0) {
            return second;
        }
        byte[] out = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, out, first.length, second.length);
        return out;
    }

    private void stream(Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = new FileInputStream(file.toFile())) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
    }
}
