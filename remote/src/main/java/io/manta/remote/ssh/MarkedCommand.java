package io.manta.remote.ssh;

import io.manta.remote.shell.LoginShell;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One command on its way: its output is passed on until the mark that carries its exit code has come. */
public final class MarkedCommand {
    /** As {@code timeout} reports it. */
    private static final int TIMED_OUT = 124;

    private static final int NO_SUCH_PROGRAM = 127;

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final ShellChannel channel;
    private final Command command;
    private final Optional<Path> input;
    private final String mark = "manta-" + UUID.randomUUID();

    public MarkedCommand(ShellChannel channel, Command command) {
        this(channel, command, Optional.empty());
    }

    /** @param input what it reads */
    public MarkedCommand(ShellChannel channel, Command command, Optional<Path> input) {
        this.channel = channel;
        this.command = command;
        this.input = input;
    }

    public CommandResult run(OutputSink output) throws IOException, RemoteException, InterruptedException {
        String remote = LoginShell.marked(command.script(), command.environment(), command.timeout(), mark);
        Process process = channel.start(remote, input.isPresent(), Optional.empty());
        input.ifPresent(file -> Thread.ofVirtual().start(() -> feed(process, file)));
        var exitCode = new AtomicReference<@Nullable Integer>();
        var done = new CountDownLatch(1);
        Thread reader = Processes.pump(process.getInputStream(), line -> take(line, output, exitCode));
        Thread.ofVirtual().start(() -> {
            try {
                reader.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            done.countDown();
        });
        try {
            if (!await(done)) {
                process.destroyForcibly();
                output.line("ended after " + command.timeout().toSeconds() + " s");
                return new CommandResult(TIMED_OUT);
            }
            Integer code = exitCode.get();
            if (code != null) {
                Processes.dismiss(process);
                return new CommandResult(code);
            }
            return unmarked(process);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static void feed(Process process, Path file) {
        try (InputStream from = Files.newInputStream(file);
                OutputStream to = process.getOutputStream()) {
            from.transferTo(to);
        } catch (IOException e) {
            // It has ended without reading all of it, and says why itself; or it misses the rest, and fails by that.
            return;
        }
    }

    private boolean await(CountDownLatch done) throws InterruptedException {
        if (command.timeout().isZero()) {
            done.await();
            return true;
        }
        return done.await(command.timeout().plus(GRACE).toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean take(String line, OutputSink output, AtomicReference<@Nullable Integer> exitCode) {
        int at = line.indexOf(mark);
        // A list of processes shows our own command line, the mark in it.
        if (at < 0 || !isNumber(line.substring(at + mark.length()).strip())) {
            output.line(line);
            return true;
        }
        if (at > 0) {
            output.line(line.substring(0, at));
        }
        exitCode.set(Integer.parseInt(line.substring(at + mark.length()).strip()));
        return false;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    // No mark: there is no bash, someone ended our shell, or the connection went away.
    private CommandResult unmarked(Process process) throws RemoteException, InterruptedException {
        int code = Processes.await(process);
        if (code == NO_SUCH_PROGRAM) {
            throw SshFailure.noBash(channel.name());
        }
        if (!channel.isLost(code)) {
            return new CommandResult(code);
        }
        // Either the host says why when asked again, or it was a passing loss.
        channel.ensure();
        throw channel.lost();
    }
}
