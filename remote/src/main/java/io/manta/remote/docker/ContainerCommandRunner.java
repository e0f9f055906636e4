package io.manta.remote.docker;

import io.manta.remote.shell.LoginShell;
import io.manta.remote.shell.ShellText;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.ContainerRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.util.List;
import java.util.Map;

/**
 * Runs commands in a node's container, or on its host when they say so, and brings files into it. Files go to a staging
 * directory on the host first, so that only changes travel, and from there into the container.
 */
public final class ContainerCommandRunner implements ContainerRunner {
    private final CommandRunner host;
    private final ContainerSpec spec;
    private final ContainerSetup setup;

    public ContainerCommandRunner(CommandRunner host, ContainerSpec spec) {
        this.host = host;
        this.spec = spec;
        this.setup = new ContainerSetup(host, spec);
    }

    @Override
    public void startContainer(OutputSink output) throws RemoteException, InterruptedException {
        setup.start(output);
    }

    @Override
    public CommandRunner host() {
        return host;
    }

    @Override
    public String onHost(Command command) {
        return exec("") + LoginShell.joined(command.script(), command.environment());
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        if (!inContainer(command)) {
            return host.run(command, output);
        }
        return host.run(onHost(command, onHost(command)), output);
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output)
            throws RemoteException, InterruptedException {
        return inContainer(command)
                ? ContainerRunner.super.feed(command, local, output)
                : host.feed(command, local, output);
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        if (!inContainer(command)) {
            return host.interactive(command, forwards);
        }
        // Whether there is a terminal is known on the host only, where this line is run.
        String in = command.script().isBlank()
                ? "bash --login -i"
                : LoginShell.plain(command.script(), command.environment());
        String piped = command.script().isBlank() ? in : LoginShell.quiet(command.script(), command.environment());
        String script = "if [ -t 0 ]; then " + exec("-it ") + in + "; else " + exec("-i ") + piped + "; fi";
        return host.interactive(onHost(command, script), forwards);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        String staged = "~/" + spec.staging(transfer.remote());
        host.upload(new FileTransfer(transfer.local(), staged, transfer.excludes(), transfer.filters()), output);
        // Before the container runs, the files wait for it.
        if (isRunning()) {
            setup.copyIn(transfer.remote(), output);
        }
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        String path = transfer.remote();
        String out = ".manta/containers/" + spec.name() + "/out";
        String name = path.replaceAll("/+$", "").replaceAll(".*/", "");
        setup.must(
                "rm -rf \"$HOME\"/" + ShellText.quote(out) + " && mkdir -p \"$HOME\"/" + ShellText.quote(out)
                        + " && from=$(" + exec("") + "bash -c " + ShellText.quote("echo " + ShellText.path(path))
                        + ") && "
                        + spec.program() + " cp " + ShellText.quote(spec.name()) + ":\"${from%/}\" \"$HOME\"/"
                        + ShellText.quote(out) + "/",
                output);
        String from = "~/" + out + "/" + name + (path.endsWith("/") ? "/" : "");
        host.download(new FileTransfer(transfer.local(), from, transfer.excludes(), transfer.filters()), output);
    }

    @Override
    public String shellHint() {
        String hint = host.shellHint();
        return hint.isEmpty() ? "" : hint + " -t " + ShellText.quote(exec("-it ") + "bash --login");
    }

    @Override
    public void close() {
        host.close();
    }

    private boolean inContainer(Command command) {
        return switch (command.place()) {
            case HOST -> false;
            case CONTAINER -> true;
            case AUTO -> !command.script().stripLeading().startsWith(spec.program() + " ");
        };
    }

    private boolean isRunning() throws RemoteException, InterruptedException {
        String script = "[ \"$(" + spec.program() + " inspect --format '{{.State.Running}}' "
                + ShellText.quote(spec.name()) + " 2>/dev/null)\" = true ]";
        return setup.run(script, OutputSink.NOWHERE).result().succeeded();
    }

    private String exec(String options) {
        return spec.program() + " exec " + options + ShellText.quote(spec.name()) + " ";
    }

    private static Command onHost(Command command, String script) {
        return new Command(script, Map.of(), command.timeout(), Command.Place.HOST);
    }
}
