package io.manta.remote.ssh;

import io.manta.remote.process.TerminalInterrupts;
import io.manta.remote.shell.LoginShell;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs commands and copies files on one host with the user's own OpenSSH. */
final class SshCommandRunner implements CommandRunner, Reconnecting {
    private final SshConnection connection;
    private final FileCopy files;

    SshCommandRunner(SshConnection connection) {
        this.connection = connection;
        this.files = new FileCopy(connection);
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        return run(command, Optional.empty(), output);
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output)
            throws RemoteException, InterruptedException {
        return run(command, Optional.of(Path.of(local)), output);
    }

    private CommandResult run(Command command, Optional<Path> input, OutputSink output)
            throws RemoteException, InterruptedException {
        connection.ensure();
        try {
            return new MarkedCommand(connection, command, input).run(output);
        } catch (IOException e) {
            throw missing(e);
        }
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        if (forwards.isEmpty()) {
            connection.ensure();
        }
        boolean terminal = connection.arguments().settings().terminal();
        String remote = terminal || command.script().isBlank()
                ? LoginShell.plain(command.script(), command.environment())
                : LoginShell.quiet(command.script(), command.environment());
        try {
            Path printed = Files.createTempFile("manta-ssh", ".log");
            try {
                return interactive(remote, forwards, printed);
            } finally {
                Files.deleteIfExists(printed);
            }
        } catch (IOException e) {
            throw missing(e);
        }
    }

    private CommandResult interactive(String remote, List<PortForward> forwards, Path printed)
            throws IOException, RemoteException, InterruptedException {
        List<String> words = connection.arguments().interactive(remote, forwards);
        // What ssh itself has to say goes to a file: the terminal is the command's alone.
        int program = connection.arguments().settings().program().size();
        words.addAll(program, List.of("-E", printed.toString()));
        int exitCode;
        try (var _ = TerminalInterrupts.ignored()) {
            exitCode = Processes.await(new ProcessBuilder(words).inheritIO().start());
        }
        String said = Processes.read(printed);
        if (exitCode == SshFailure.EXIT_CODE && !said.isBlank()) {
            throw SshFailure.read(
                    said,
                    connection.arguments().reach().address(),
                    connection.arguments().settings());
        }
        return new CommandResult(exitCode);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        files.upload(transfer, output);
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        files.download(transfer, output);
    }

    @Override
    public void reconnect() {
        connection.close();
    }

    @Override
    public String shellHint() {
        return connection.arguments().hint();
    }

    private RemoteException missing(IOException cause) {
        return SshFailure.missing(connection.arguments().settings().program().getLast(), cause);
    }
}
