package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.HeadAccess;
import io.manta.remote.shell.ShellText;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.FileTransfer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code manta submit}: copies a script to the head and runs it there with its arguments. */
public final class SubmitCommand implements Verb {
    @Override
    public Syntax syntax() {
        Syntax syntax = Syntax.of("submit", "run a Python script of yours on the head")
                .cluster()
                .parameter("SCRIPT", "a Python file on this machine")
                .rest("ARGS", "the script's own arguments, passed on exactly as given")
                .option("--args TEXT", "the script's arguments as one shell text (older form of ARGS)")
                .option("--extra-screen-args TEXT", "more arguments for screen; needs --screen")
                .detail("""
                        The script is copied to the head's home directory and run there with 'python'. What stands behind
                        SCRIPT goes to the script, except --start, --stop, --screen and --tmux; behind '--' everything does.""")
                .example("manta submit local examples/task_tree.py", "run it on the cluster named local")
                .example("manta submit local train.py --epochs 3 'a b'", "with arguments")
                .example("manta submit --start --stop c.yaml job.py", "bring up, run, take down");
        return RemoteCommand.stopOption(RemoteCommand.options(syntax));
    }

    @Override
    public List<String> arrange(List<String> args) {
        return SubmitArguments.arrange(args);
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        Detached detached = Detached.of(call);
        String screenArguments = call.text("--extra-screen-args").orElse("");
        if (!screenArguments.isEmpty() && detached != Detached.SCREEN) {
            throw call.usage("--extra-screen-args needs --screen");
        }
        String script = script(call);
        Path file = Path.of(call.required("SCRIPT"));
        int started = RemoteCommand.start(call);
        if (started != ExitCode.OK) {
            return started;
        }
        int exitCode;
        try (HeadAccess access = HeadAccess.ready(call)) {
            access.runner().upload(FileTransfer.of(file.toString(), "~/" + file.getFileName()), call.console()::detail);
            boolean downLater = call.flag("--stop") && detached != Detached.NO;
            exitCode = downLater
                    ? RemoteCommand.runThenDown(call, access, Command.of(script), detached, screenArguments)
                    : RemoteCommand.run(
                            call, access.runner(), detached.wrap(script, screenArguments), Command.Place.AUTO);
        }
        return call.flag("--stop") && detached == Detached.NO ? RemoteCommand.stop(call, exitCode) : exitCode;
    }

    private static String script(Call call) throws ProblemException {
        Path file = Path.of(call.required("SCRIPT"));
        if (!Files.isRegularFile(file)) {
            throw new ProblemException(
                    Problem.error("CLI-NO-SCRIPT", "there is no script '" + file + "'", "", "name a Python file"));
        }
        List<String> arguments = call.rest("ARGS");
        String text = call.text("--args").orElse("");
        if (!arguments.isEmpty() && !text.isEmpty()) {
            throw call.usage("--args and arguments behind the script exclude each other");
        }
        String tail = arguments.isEmpty() ? text : ShellText.join(arguments);
        return ("python ~/" + ShellText.quote(file.getFileName().toString()) + " " + tail).strip();
    }
}
