package io.manta.remote.link;

import io.manta.remote.process.TerminalInterrupts;
import io.manta.remote.shell.LoginShell;
import io.manta.remote.ssh.ChannelRelays;
import io.manta.remote.ssh.MarkedCommand;
import io.manta.remote.ssh.ShellChannel;
import io.manta.remote.ssh.TarCopy;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeLink;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs commands through a link; files go by tar through the same way. */
public final class LinkCommandRunner implements CommandRunner {
    private final NodeLink link;
    private final LinkChannel channel;

    public LinkCommandRunner(NodeLink link) {
        this.link = link;
        this.channel = new LinkChannel(link);
    }

    /** The same way for whoever needs no commands, only a shell. */
    public static ShellChannel channel(NodeLink link) {
        return new LinkChannel(link);
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        try {
            return new MarkedCommand(channel, command).run(output);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output)
            throws RemoteException, InterruptedException {
        try {
            return new MarkedCommand(channel, command, Optional.of(Path.of(local))).run(output);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        String shell = command.script().isBlank() ? "exec bash -l" : command.script();
        var session = new LinkSession(link, command.environment());
        try (var _ = ChannelRelays.open(forwards, channel);
                var _ = TerminalInterrupts.handled(session::end)) {
            int exitCode = terminal
                    ? session.withTerminal(environment -> LoginShell.plain(shell, environment))
                    : session.withPipes(environment -> LoginShell.quiet(shell, environment));
            if (exitCode == NodeLink.LOST && !session.hasEnded()) {
                throw channel.lost();
            }
            return new CommandResult(exitCode);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        String home = System.getProperty("user.home");
        String local =
                transfer.local().startsWith("~/") ? home + transfer.local().substring(1) : transfer.local();
        if (!Files.exists(Path.of(local))) {
            throw new RemoteException(
                    Problem.error(
                            "FILES-MISSING",
                            "there is no " + transfer.local() + " to copy to " + link.name(),
                            "",
                            "correct the path"),
                    false);
        }
        copying(() -> new TarCopy(channel).upload(transfer, output));
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        copying(() -> new TarCopy(channel).download(transfer, output));
    }

    private interface Copy {
        void run() throws IOException, RemoteException, InterruptedException;
    }

    // A copy only adds what is missing, so one that was cut off is simply made again.
    private void copying(Copy copy) throws RemoteException, InterruptedException {
        try {
            try {
                copy.run();
            } catch (RemoteException e) {
                if (!e.mayPass()) {
                    throw e;
                }
                copy.run();
            }
        } catch (IOException e) {
            throw broken(e);
        }
    }

    @Override
    public String shellHint() {
        return link.shellHint();
    }

    private RemoteException broken(IOException cause) {
        return new RemoteException(
                Problem.error(
                        "LINK-BROKEN",
                        "cannot speak with " + link.name(),
                        String.valueOf(cause.getMessage()),
                        "try again"),
                true,
                cause);
    }
}
