package io.manta.provider.external.protocol;

import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Commands and files go through the helper, which knows a way of its own to its machines. */
final class HelperCommandRunner implements CommandRunner {
    private static final Duration NO_LIMIT = Duration.ofHours(24);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration COPY_LIMIT = Duration.ofHours(1);

    private final Helper helper;
    private final Machine machine;

    HelperCommandRunner(Helper helper, Machine machine) {
        this.helper = helper;
        this.machine = machine;
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        Duration limit =
                command.timeout().isZero() ? NO_LIMIT : command.timeout().plus(GRACE);
        Map<String, Object> params = Map.of(
                "machine",
                machine.id().value(),
                "script",
                command.script(),
                "environment",
                command.environment(),
                "timeout",
                command.timeout().isZero()
                        ? NO_LIMIT.toSeconds()
                        : command.timeout().toSeconds(),
                "place",
                switch (command.place()) {
                    case AUTO -> "auto";
                    case HOST -> "host";
                    case CONTAINER -> "docker";
                });
        try {
            Map<?, ?> result = helper.call(
                    "run", params, limit, note -> Answers.text(note, "output").ifPresent(output::line), false);
            return new CommandResult(result.get("exit_code") instanceof Number code ? code.intValue() : 1);
        } catch (ProviderException e) {
            throw failed(e);
        }
    }

    /** Without a terminal: the helper's pipes carry lines. A shell cannot be had this way. */
    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        if (command.script().isBlank() || !forwards.isEmpty()) {
            throw new RemoteException(
                    Problem.error(
                            "EXTERNAL-NO-TERMINAL",
                            helper.name() + " runs commands by itself, and offers neither a terminal nor ports",
                            "",
                            "run single commands with `manta exec`"),
                    false);
        }
        return run(command, System.out::println);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        copy("upload", transfer, output);
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        copy("download", transfer, output);
    }

    private void copy(String method, FileTransfer transfer, OutputSink output)
            throws RemoteException, InterruptedException {
        try {
            if (!helper.offers(method)) {
                throw new RemoteException(
                        Problem.error(
                                "EXTERNAL-NO-COPY",
                                helper.name() + " cannot copy files",
                                "its hello does not name the method " + method,
                                "use a provider that can, or remove what needs files (file_mounts, rsync)"),
                        false);
            }
            helper.call(
                    method,
                    Map.of(
                            "machine", machine.id().value(),
                            "local", transfer.local(),
                            "remote", transfer.remote(),
                            "excludes", transfer.excludes(),
                            "filters", transfer.filters()),
                    COPY_LIMIT,
                    note -> Answers.text(note, "output").ifPresent(output::line),
                    true);
        } catch (ProviderException e) {
            throw failed(e);
        }
    }

    private static RemoteException failed(ProviderException e) {
        boolean mayPass = switch (e.kind()) {
            case DENIED, INVALID -> false;
            case NO_CAPACITY, QUOTA, THROTTLED, UNREACHABLE, UNKNOWN -> true;
        };
        return new RemoteException(e.problem(), mayPass, e);
    }

    @Override
    public String shellHint() {
        return "";
    }
}
