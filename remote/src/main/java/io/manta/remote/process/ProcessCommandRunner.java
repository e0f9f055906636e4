package io.manta.remote.process;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs each command in a session of its own, whose id is noted before the command starts. What a command leaves running
 * goes on when it has returned; what it was still doing when it was given up (timeout, interrupt, our own end) is ended,
 * if need be by the next runner on the node.
 */
public final class ProcessCommandRunner implements CommandRunner {
    private static final long POLL_MILLIS = 20;

    // Notes the session, then becomes the user's shell: nothing can run unnoted.
    private static final String NOTE_AND_RUN = "echo \"$$ $2\" >> \"$0\" && exec bash -c \"$1\"";

    private final Reach.LocalProcess reach;

    public ProcessCommandRunner(Reach.LocalProcess reach) {
        this.reach = reach;
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        Path captured = null;
        try {
            AbandonedSessions.end(reach.sessions());
            // A file instead of a pipe: a pipe stays open as long as anything the command left behind lives.
            captured = Files.createTempFile(reach.sessions().toAbsolutePath().getParent(), ".output-", "");
            var builder = new ProcessBuilder(
                            "setsid",
                            "--wait",
                            "bash",
                            "-c",
                            NOTE_AND_RUN,
                            reach.sessions().toString(),
                            command.script(),
                            AbandonedSessions.signature())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(captured.toFile());
            prepare(builder, command.environment());
            Process process = builder.start();
            try (var tail = new OutputTail(captured, output);
                    var _ = RunningSessions.add(process.pid())) {
                return new CommandResult(await(process, command, tail, output));
            }
        } catch (IOException e) {
            throw ProcessProblems.cannotRun(reach.home(), e);
        } finally {
            delete(captured);
        }
    }

    private static int await(Process process, Command command, OutputTail tail, OutputSink output)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        long limit = command.timeout().toNanos();
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                tail.forward();
                if (limit > 0 && System.nanoTime() - start > limit) {
                    Sessions.end(process.pid());
                    process.waitFor();
                    tail.finish();
                    output.line("timed out after " + command.timeout().toSeconds() + " s and was ended");
                    return process.exitValue();
                }
            }
        } catch (InterruptedException e) {
            Sessions.end(process.pid());
            throw e;
        }
        tail.finish();
        return process.exitValue();
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        var builder = new ProcessBuilder(
                        command.script().isBlank() ? List.of("bash", "-i") : List.of("bash", "-c", command.script()))
                .inheritIO();
        try (var _ = PortRelays.open(forwards);
                var _ = TerminalInterrupts.ignored()) {
            prepare(builder, command.environment());
            return new CommandResult(builder.start().waitFor());
        } catch (IOException e) {
            throw ProcessProblems.cannotRun(reach.home(), e);
        }
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        copy(userPath(transfer.local()), nodePath(transfer.remote()), transfer, output);
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        copy(nodePath(transfer.remote()), userPath(transfer.local()), transfer, output);
    }

    @Override
    public String shellHint() {
        return "";
    }

    private static void copy(String from, String to, FileTransfer transfer, OutputSink output)
            throws RemoteException, InterruptedException {
        Path source = Path.of(from);
        if (!Files.exists(source)) {
            throw ProcessProblems.missing(from);
        }
        try {
            new TreeCopy(transfer.excludes(), transfer.filters(), output).copy(from, to);
        } catch (IOException e) {
            throw ProcessProblems.cannotCopy(from, to, e);
        }
    }

    /** Starts from our own environment, without what it says of some other Ray or node. */
    private void prepare(ProcessBuilder builder, Map<String, String> environment) {
        builder.directory(reach.home().toFile());
        Map<String, String> variables = builder.environment();
        variables.keySet().removeIf(ProcessCommandRunner::isAboutAnother);
        variables.keySet().removeAll(List.of("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "OLDPWD"));
        variables.putAll(reach.environment());
        variables.putAll(environment);
        variables.put(AbandonedSessions.MARK, reach.sessions().toString());
        variables.put("PWD", reach.home().toString());
    }

    private static boolean isAboutAnother(String variable) {
        return variable.startsWith("RAY_") || (variable.startsWith("MANTA_") && !variable.equals("MANTA_HOME"));
    }

    private String nodePath(String path) {
        return below(reach.home(), path);
    }

    private static String userPath(String path) {
        String home = System.getProperty("user.home", "/");
        return path.equals("~") || path.startsWith("~/") ? below(Path.of(home), path) : path;
    }

    /** Keeps a slash at the end: it has a meaning. */
    private static String below(Path home, String path) {
        if (path.equals("~")) {
            return home.toString();
        }
        if (path.startsWith("/")) {
            return path;
        }
        return home + "/" + (path.startsWith("~/") ? path.substring(2) : path);
    }

    private static void delete(@Nullable Path captured) throws RemoteException {
        try {
            if (captured != null) {
                Files.deleteIfExists(captured);
            }
        } catch (IOException e) {
            throw ProcessProblems.cannotRun(captured, e);
        }
    }
}
