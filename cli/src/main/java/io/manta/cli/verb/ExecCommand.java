package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.HeadAccess;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import java.util.List;

/** {@code manta exec}: a shell command on the head, with the user's terminal. */
public final class ExecCommand implements Verb {
    @Override
    public Syntax syntax() {
        Syntax syntax = Syntax.of("exec", "run a shell command on the head")
                .cluster()
                .parameter("COMMAND", "a shell command, in quotes")
                .choice("--run-env WHERE", List.of("auto", "host", "docker"), "on the machine or in its container")
                .detail("Output, input and exit code are the command's own.")
                .example("manta exec local 'ray status'", "what Ray itself says")
                .example(
                        "manta exec local --tmux --stop 'python train.py'",
                        "run unattended, then take the cluster down")
                .example("manta exec local -p 8265 'sleep 1d'", "reach the head's port 8265 here meanwhile");
        return RemoteCommand.stopOption(RemoteCommand.options(syntax));
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        Detached detached = Detached.of(call);
        int started = RemoteCommand.start(call);
        if (started != ExitCode.OK) {
            return started;
        }
        int exitCode;
        try (HeadAccess access = HeadAccess.lenient(call)) {
            Command command = Command.of(call.required("COMMAND")).on(place(call));
            RemoteCommand.checkPlace(access, command.place());
            boolean downLater = call.flag("--stop") && detached != Detached.NO;
            exitCode = downLater
                    ? RemoteCommand.runThenDown(call, access, command, detached, "")
                    : RemoteCommand.run(call, access.runner(), detached.wrap(command.script(), ""), command.place());
        }
        return call.flag("--stop") && detached == Detached.NO ? RemoteCommand.stop(call, exitCode) : exitCode;
    }

    private static Command.Place place(Call call) {
        return switch (call.text("--run-env").orElse("auto")) {
            case "host" -> Command.Place.HOST;
            case "docker" -> Command.Place.CONTAINER;
            default -> Command.Place.AUTO;
        };
    }
}
