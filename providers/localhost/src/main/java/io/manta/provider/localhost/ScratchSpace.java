package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The user's own place for short paths: Ray puts Unix sockets into its temp dir, and the path of a socket may have no
 * more than 107 bytes, of which Ray's own part takes up to 70.
 */
record ScratchSpace(Path root) {
    static ScratchSpace ofThisUser() {
        return new ScratchSpace(Path.of("/tmp", "manta-" + uid()));
    }

    /** The same machine directory always has the same temp dir, so that whatever a crash left there can be found. */
    Path rayTemp(Path machine) {
        byte[] digest = sha256(machine.toAbsolutePath().normalize().toString());
        return root.resolve(HexFormat.of().formatHex(digest, 0, 4));
    }

    Path ports() {
        return root.resolve("ports");
    }

    /** One file for each node that may start at the same time. */
    Path starts() {
        return root.resolve("starts");
    }

    /** Where all clusters of this user are. */
    Path clusters() {
        return root.resolve("clusters");
    }

    /**
     * Makes it, for this user only.
     *
     * @throws IOException also when somebody else owns a directory of that name: under /tmp anybody could have made it
     */
    void create() throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Object owner = Files.getAttribute(root, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)
                || !String.valueOf(owner).equals(uid())) {
            throw new IOException(root + " belongs to another user");
        }
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    }

    Path lock() {
        return root.resolve("lock");
    }

    /** Removes it when no machine of any cluster uses it; the caller holds its lock. */
    void deleteIfUnused() throws IOException {
        new ClusterRegister(clusters()).removeEnded();
        for (Path shared : List.of(ports(), clusters())) {
            if (isEmpty(shared)) {
                Files.deleteIfExists(shared);
            }
        }
        try (Stream<Path> rest = Files.exists(root) ? Files.list(root) : Stream.empty()) {
            if (rest.anyMatch(path -> !path.equals(lock()) && !path.equals(starts()))) {
                return;
            }
        }
        Trees.delete(starts());
        Files.deleteIfExists(lock());
        Files.deleteIfExists(root);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    private static String uid() {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return System.getProperty("user.name", "user");
        }
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
