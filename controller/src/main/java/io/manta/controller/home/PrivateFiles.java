package io.manta.controller.home;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The one place where files of Manta's home are made: nobody but the user can read them, whatever the umask says, and none is
 * written through a link. They hold what set-up commands print and what configurations say, and either may be secret.
 */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> OWNERS_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY =
            PosixFilePermissions.asFileAttribute(OWNERS_DIRECTORY);
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Makes those that are missing; what exists stays as it is. */
    public static Path directories(Path dir) throws IOException {
        return Files.createDirectories(dir, DIRECTORY);
    }

    /** Takes others' rights away from a directory that an earlier edition, or a shell, has made. */
    static void close(Path dir) {
        try {
            if (Files.isDirectory(dir) && !OWNERS_DIRECTORY.containsAll(Files.getPosixFilePermissions(dir))) {
                Files.setPosixFilePermissions(dir, OWNERS_DIRECTORY);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Another user's, or a file system without rights: what is in it has its own.
            return;
        }
    }

    /** An empty file where there is none. */
    public static Path exists(Path file) throws IOException {
        append(file, new byte[0]);
        return file;
    }

    /** In one write, so that lines of several processes never mix. */
    public static void append(Path file, byte[] bytes) throws IOException {
        try (FileChannel out = open(file, StandardOpenOption.APPEND)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
        }
    }

    public static BufferedWriter appender(Path file) throws IOException {
        OutputStream out = Channels.newOutputStream(open(file, StandardOpenOption.APPEND));
        return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    }

    /** A reader sees the old contents or the new ones, never half; a link of that name is replaced, not followed. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path dir = directories(parent(file));
        Path temporary = Files.createTempFile(dir, "." + file.getFileName(), ".tmp", FILE);
        try {
            Files.write(temporary, bytes);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static FileChannel open(Path file, OpenOption how) throws IOException {
        directories(parent(file));
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, how, LinkOption.NOFOLLOW_LINKS),
                FILE);
    }

    private static Path parent(Path file) throws IOException {
        Path dir = file.toAbsolutePath().getParent();
        if (dir == null) {
            throw new IOException("no parent directory: " + file);
        }
        return dir;
    }
}
