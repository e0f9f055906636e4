package io.manta.remote.template;

import io.manta.remote.process.TerminalInterrupts;
import io.manta.remote.shell.LoginShell;
import io.manta.remote.shell.ShellText;
import io.manta.remote.ssh.ChannelRelays;
import io.manta.remote.ssh.MarkedCommand;
import io.manta.remote.ssh.TarCopy;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.Console;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Runs commands by a template; files go by tar through the same way. */
public final class TemplateCommandRunner implements CommandRunner {
    private final TemplateChannel plain;
    private final TemplateChannel terminal;

    public TemplateCommandRunner(Reach.Template template) {
        this.plain = new TemplateChannel(template.command());
        this.terminal = new TemplateChannel(template.terminal().isEmpty() ? template.command() : template.terminal());
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        try {
            return new MarkedCommand(plain, command).run(output);
        } catch (IOException e) {
            throw cannotStart(e);
        }
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        String shell = command.script().isBlank() ? "exec bash -l" : command.script();
        // Without a terminal an interactive shell complains on its way.
        boolean quiet = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isEmpty();
        List<String> words = quiet
                ? plain.words(LoginShell.quiet(shell, command.environment()))
                : terminal.words(LoginShell.plain(shell, command.environment()));
        try (var _ = ChannelRelays.open(forwards, plain);
                var _ = TerminalInterrupts.ignored()) {
            return new CommandResult(
                    new ProcessBuilder(words).inheritIO().start().waitFor());
        } catch (IOException e) {
            throw cannotStart(e);
        }
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        try {
            new TarCopy(plain).upload(transfer, output);
        } catch (IOException e) {
            throw cannotCopy(e);
        }
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        try {
            new TarCopy(plain).download(transfer, output);
        } catch (IOException e) {
            throw cannotCopy(e);
        }
    }

    @Override
    public String shellHint() {
        return ShellText.join(terminal.words("bash -l"));
    }

    private RemoteException cannotStart(IOException cause) {
        return new RemoteException(
                Problem.error(
                        "TEMPLATE-START",
                        "cannot run " + plain.template().getFirst(),
                        String.valueOf(cause.getMessage()),
                        "install it, or correct the template"),
                false,
                cause);
    }

    private RemoteException cannotCopy(IOException cause) {
        return new RemoteException(
                Problem.error(
                        "TEMPLATE-COPY",
                        "cannot copy files by " + plain.name(),
                        String.valueOf(cause.getMessage()),
                        ""),
                false,
                cause);
    }
}
