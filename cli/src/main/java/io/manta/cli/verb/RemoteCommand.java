package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.wire.ClusterRef;
import io.manta.cli.wire.HeadAccess;
import io.manta.cli.wire.Profile;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.ContainerRunner;
import io.manta.spi.remote.PortForward;
import java.util.ArrayList;
import java.util.List;

/** What {@code exec}, {@code submit} and {@code attach} share: starting, forwarding, detaching, stopping. */
final class RemoteCommand {
    /** Set by the launcher script: its own path. */
    static final String LAUNCHER = "manta.launcher";

    private RemoteCommand() {}

    static Syntax options(Syntax syntax) {
        return options(syntax, "run in a %s session on the head and return at once");
    }

    /** @param session what a session is for, with a place for the program's name */
    static Syntax options(Syntax syntax, String session) {
        return syntax.flag("--start", "bring the cluster up first when it is not")
                .flag("--screen", session.formatted("screen"))
                .flag("--tmux", session.formatted("tmux"))
                .account()
                .options("-p, --port-forward PORT", "forward this local port to the head; may be repeated");
    }

    static Syntax stopOption(Syntax syntax) {
        return syntax.flag("--stop", "take the cluster down when the command has ended")
                .flag("--disable-usage-stats", "with --start: have Ray not report how it is used");
    }

    /** For {@code --start}; returns an exit code other than 0 when the cluster did not come up. */
    static int start(Call call) throws ProblemException, InterruptedException {
        Profile.choose(call);
        if (!call.flag("--start") || HeadAccess.isUp(call)) {
            return ExitCode.OK;
        }
        var line = new ArrayList<>(List.of("up", ClusterRef.given(call), "-y"));
        call.text("--cluster-name").ifPresent(name -> line.addAll(List.of("-n", name)));
        for (String option : new String[] {"--profile", "--kubeconfig"}) {
            call.text(option).ifPresent(value -> line.addAll(List.of(option, value)));
        }
        if (call.given("--disable-usage-stats")) {
            line.add("--disable-usage-stats");
        }
        return call.also(line.toArray(String[]::new));
    }

    /** Runs with the user's own terminal; returns the remote exit code. */
    static int run(Call call, CommandRunner runner, String script, Command.Place place)
            throws ProblemException, InterruptedException {
        call.console().clearProgress();
        return runner.interactive(Command.of(script).on(place), forwards(call)).exitCode();
    }

    /** For {@code --stop} of a command that was waited for; the command's own exit code wins. */
    static int stop(Call call, int exitCode) throws ProblemException {
        int down = call.also("down", ClusterRef.of(call).name(), "-y");
        return exitCode == ExitCode.OK ? down : exitCode;
    }

    /**
     * For {@code --stop} of a command that goes on without us: it, and behind it what takes the cluster down. That must
     * outlive the node's container, so both are run by its host.
     */
    static int runThenDown(Call call, HeadAccess access, Command command, Detached detached, String screenArguments)
            throws ProblemException, InterruptedException {
        String name = access.cluster().config().name();
        boolean inContainer = access.runner() instanceof ContainerRunner && command.place() != Command.Place.HOST;
        String script = inContainer ? ((ContainerRunner) access.runner()).onHost(command) : command.script();
        String down = access.cluster().isElsewhere()
                ? Detached.thenDownOnHead(name)
                : Detached.thenDown(name, call.environment(), System.getProperty(LAUNCHER, ""))
                        .orElseThrow(() -> new ProblemException(Problem.error(
                                "CLI-NO-LAUNCHER",
                                "--stop with --screen or --tmux works only through the manta script",
                                "",
                                "start manta by its script, or leave --stop away")));
        Command.Place place = inContainer ? Command.Place.HOST : command.place();
        return run(call, access.runner(), detached.wrap(script + down, screenArguments), place);
    }

    /** {@code --run-env docker} is a mistake where there is no container. */
    static void checkPlace(HeadAccess access, Command.Place place) throws ProblemException {
        if (place == Command.Place.CONTAINER && !(access.runner() instanceof ContainerRunner)) {
            throw new ProblemException(Problem.error(
                    "CLI-NO-CONTAINER",
                    "the head of cluster " + access.cluster().config().name() + " has no container",
                    "its file has no docker section with an image and a container name",
                    "leave --run-env away, or use --run-env host"));
        }
    }

    private static List<PortForward> forwards(Call call) {
        return call.texts("--port-forward").stream()
                .map(text -> new PortForward(Ports.parse(call, text), Ports.parse(call, text)))
                .toList();
    }
}
