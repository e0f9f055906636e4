package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One holder at a time among all threads and processes of this computer. The kernel lets go when a process dies, so a
 * crash never leaves it held.
 */
final class StateLock implements AutoCloseable {
    // A file lock belongs to a whole process and refuses a second thread with an exception instead of making it wait.
    private static final Map<Path, ReentrantLock> IN_PROCESS = new ConcurrentHashMap<>();
    private static final int LARGEST_MARK = 16_000;

    private final ReentrantLock inProcess;
    private final FileChannel channel;
    private final FileLock lock;

    private StateLock(ReentrantLock inProcess, FileChannel channel, FileLock lock) {
        this.inProcess = inProcess;
        this.channel = channel;
        this.lock = lock;
    }

    /** Waits for the lock on {@code file}; {@code whenBusy} is run once if somebody else holds it. */
    static StateLock acquire(Path file, Runnable whenBusy) throws IOException, InterruptedException {
        Path path = file.toAbsolutePath().normalize();
        Files.createDirectories(path.getParent());
        ReentrantLock inProcess = IN_PROCESS.computeIfAbsent(path, p -> new ReentrantLock());
        if (!inProcess.tryLock()) {
            whenBusy.run();
            inProcess.lockInterruptibly();
        }
        FileChannel channel = null;
        try {
            while (true) {
                channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    whenBusy.run();
                    lock = channel.lock();
                }
                if (isStillThere(path, channel)) {
                    return new StateLock(inProcess, channel, lock);
                }
                channel.close();
                Files.createDirectories(path.getParent());
            }
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            inProcess.unlock();
            throw e;
        }
    }

    /**
     * Whoever held it may have removed the file in the end: then others lock a new one. Told by its size, which needs no look
     * inside: closing any other channel of the file would let go of the lock.
     */
    private static boolean isStillThere(Path path, FileChannel channel) throws IOException {
        int size = 1 + new SecureRandom().nextInt(LARGEST_MARK);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(new byte[size]), 0);
        try {
            return Files.size(path) == size;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    static StateLock acquire(Path file) throws IOException, InterruptedException {
        return acquire(file, () -> {});
    }

    @Override
    public void close() throws IOException {
        try {
            lock.release();
            channel.close();
        } finally {
            inProcess.unlock();
        }
    }
}
