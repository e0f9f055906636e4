package io.manta.controller.home;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One process at a time may change a cluster from outside; the operating system lets go when the process dies. */
public final class ClusterLock implements AutoCloseable {
    private final FileChannel channel;

    private ClusterLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits for its turn, and says for whom.
     *
     * @param purpose such as {@code up}, shown to others who wait
     */
    public static ClusterLock acquire(ClusterHome home, String purpose, Duration limit, Progress progress)
            throws ProblemException, InterruptedException {
        Instant deadline = Instant.now().plus(limit);
        boolean told = false;
        try {
            while (true) {
                // Whoever was waited for may have removed the directory, `down` does.
                PrivateFiles.directories(home.dir());
                FileChannel channel;
                try {
                    channel = FileChannel.open(
                            home.lock(), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                } catch (NoSuchFileException e) {
                    continue;
                }
                if (tryLock(channel) != null) {
                    String holder =
                            purpose + ", process " + ProcessHandle.current().pid() + ", since " + Instant.now();
                    write(channel, holder + " ".repeat(new SecureRandom().nextInt(1000)));
                    if (isStill(home.lock(), channel.size())) {
                        return new ClusterLock(channel);
                    }
                    // The lock of a file that was removed meanwhile keeps nobody out.
                    channel.close();
                    continue;
                }
                String holder = read(channel);
                channel.close();
                if (Instant.now().isAfter(deadline)) {
                    throw new ProblemException(Problem.error(
                            "CLUSTER-LOCKED",
                            "cluster " + home.name() + " is being changed by another command",
                            "the lock is held by: " + holder,
                            "wait for it to end, or end that process"));
                }
                if (!told) {
                    progress.say("waiting for another command on this cluster: " + holder);
                    told = true;
                }
                Thread.sleep(200);
            }
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot write to " + home.dir() + ": " + e.getMessage(),
                    "what Manta knows about the cluster is kept there",
                    "check free disk space and permissions, or set MANTA_HOME"));
        }
    }

    /** Told by its size, which needs no look inside: closing another channel of the file would let go of the lock. */
    private static boolean isStill(Path file, long size) throws IOException {
        try {
            return Files.size(file) == size;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(200);
        int length = channel.read(buffer, 0);
        return length <= 0 ? "unknown" : new String(buffer.array(), 0, length, StandardCharsets.UTF_8).strip();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock ends with the process at the latest.
        }
    }
}
