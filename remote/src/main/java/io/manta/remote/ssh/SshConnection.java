package io.manta.remote.ssh;

import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** The one shared connection to a host; opened when first needed, and again when it has been lost. */
final class SshConnection implements ShellChannel {
    private final SshArguments arguments;
    private final Semaphore starts;
    private final ReentrantLock opening = new ReentrantLock();

    /** @param starts how many connections may be on their way at once, over all hosts that share a gateway */
    SshConnection(SshArguments arguments, Semaphore starts) {
        this.arguments = arguments;
        this.starts = starts;
    }

    SshArguments arguments() {
        return arguments;
    }

    @Override
    public void ensure() throws RemoteException, InterruptedException {
        if (isOpen()) {
            return;
        }
        opening.lockInterruptibly();
        try {
            if (!isOpen()) {
                openAlone();
            }
        } catch (IOException e) {
            throw SshFailure.missing(String.join(" ", arguments.settings().program()), e);
        } finally {
            opening.unlock();
        }
    }

    @Override
    public Process start(String shellText, boolean input, Optional<Path> errors) throws IOException {
        return ShellChannel.program(arguments.run(shellText), input, errors);
    }

    @Override
    public String name() {
        return arguments.reach().address();
    }

    @Override
    public boolean isLost(int exitCode) {
        return exitCode == SshFailure.EXIT_CODE;
    }

    @Override
    public RemoteException lost() {
        return SshFailure.lost(name());
    }

    boolean isOpen() {
        Path socket = arguments.socket();
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    // Two programs that open the same connection at once would leave one of them in the background for ever, unshared.
    private void openAlone() throws IOException, RemoteException, InterruptedException {
        Path socket = arguments.socket();
        makePrivate(arguments.settings().controlDirectory());
        Path pinned = arguments.settings().knownHosts().toAbsolutePath().getParent();
        if (pinned != null) {
            Files.createDirectories(pinned);
        }
        Path lock = socket.resolveSibling(socket.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            if (held.isValid() && isOpen()) {
                return;
            }
            Files.deleteIfExists(socket);
            starts.acquire();
            try {
                open();
            } finally {
                starts.release();
            }
        }
    }

    private void open() throws IOException, RemoteException, InterruptedException {
        // A file, because the process in the background would hold a pipe open.
        Path printed = Files.createTempFile("manta-ssh", ".log");
        try {
            Process process = new ProcessBuilder(arguments.open())
                    .redirectInput(Processes.NOTHING)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            if (Processes.await(process) != 0) {
                throw SshFailure.read(Processes.read(printed), arguments.reach().address(), arguments.settings());
            }
        } finally {
            Files.deleteIfExists(printed);
        }
    }

    private static void makePrivate(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        // In a shared /tmp someone else may have made it first, to read along.
        UserPrincipal self = directory
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(System.getProperty("user.name"));
        if (!Files.getOwner(directory).equals(self)) {
            throw new IOException(directory + " belongs to someone else");
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    void close() {
        if (isOpen()) {
            run(arguments.close());
        }
    }

    /** Asks the shared connection to begin or cancel a port forwarding. */
    boolean control(String verb, String forwarding) {
        return isOpen() && run(arguments.control(verb, forwarding));
    }

    private static boolean run(List<String> words) {
        try {
            Process process = new ProcessBuilder(words)
                    .redirectInput(Processes.NOTHING)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Processes.await(process) == 0;
        } catch (IOException e) {
            // The connection ends by itself when it has been unused for long enough.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
