package io.manta.controller.setup;

import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.core.setup.SetupPlan;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupStep;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.ContainerRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.RemoteException;
import io.manta.spi.secret.SafeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs the steps of one node, in order, and leaves on its machine's tags how far it got. Safe to run again after a crash at
 * any point: commands of a step are run again from its first.
 */
public final class SetupRunner {
    private static final Duration HEAD_DEADLINE = Duration.ofMinutes(15);
    // Not every machine has `uptime`; where it is there, the log says how young the machine is.
    private static final String PROBE = "uptime 2>/dev/null || true";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

    private final NodeProvider provider;
    private final EventLog events;
    private final HeadGate headGate;
    private final Clock clock;
    private final Path logs;
    private final HostPreparation preparation;

    /** @param logs one directory per node is made in it */
    public SetupRunner(NodeProvider provider, EventLog events, HeadGate headGate, Clock clock, Path logs) {
        this(provider, events, headGate, clock, logs, HostPreparation.NONE);
    }

    public SetupRunner(
            NodeProvider provider,
            EventLog events,
            HeadGate headGate,
            Clock clock,
            Path logs,
            HostPreparation preparation) {
        this.preparation = preparation;
        this.provider = provider;
        this.events = events;
        this.headGate = headGate;
        this.clock = clock;
        this.logs = logs;
    }

    /** @param position told the step that begins, for status displays */
    public SetupOutcome run(SetupPlan plan, Machine machine, CommandRunner runner, Consumer<SetupProgress> position)
            throws InterruptedException {
        Instant begin = clock.instant();
        if (plan.upToDate()) {
            if (machine.status() != NodeStatus.UP_TO_DATE) {
                tag(machine, plan.tagsWhenDone());
            }
            return new SetupOutcome.Done(Duration.ZERO, false);
        }
        var tags = new StatusTags(status -> tag(machine, Map.of(Tags.STATUS, status.tag())));
        for (SetupStep step : plan.steps()) {
            SetupProgress at = SetupProgress.at(step);
            String label = at.label();
            position.accept(at);
            tags.now(step.status());
            Optional<SetupOutcome.Failed> failed =
                    runStep(step, label, machine, runner, told -> position.accept(at.with(told)));
            if (failed.isPresent()) {
                tags.await();
                tag(machine, Map.of(Tags.STATUS, NodeStatus.UPDATE_FAILED.tag()));
                return failed.get();
            }
        }
        tags.await();
        tag(machine, plan.tagsWhenDone());
        return new SetupOutcome.Done(Duration.between(begin, clock.instant()), true);
    }

    private Optional<SetupOutcome.Failed> runStep(
            SetupStep step, String label, Machine machine, CommandRunner runner, Consumer<String> progress)
            throws InterruptedException {
        if (step instanceof SetupStep.Skip) {
            event(ClusterEvent.Type.STEP_FINISHED, machine, label, Map.of("skipped", "true"));
            return Optional.empty();
        }
        Instant begin = clock.instant();
        event(ClusterEvent.Type.STEP_STARTED, machine, label, Map.of());
        try (StepLog log = new StepLog(logFile(machine.nodeId(), step.number()))) {
            Optional<SetupOutcome.Failed> failed = execute(step, label, machine, runner, log, progress);
            if (failed.isEmpty()) {
                String took =
                        String.valueOf(Duration.between(begin, clock.instant()).toMillis());
                event(ClusterEvent.Type.STEP_FINISHED, machine, label, Map.of("took_ms", took));
            }
            return failed;
        } catch (IOException e) {
            Problem problem = Problem.error(
                    "SETUP-LOG",
                    "cannot write the log of " + machine.nodeId() + ": " + e.getMessage(),
                    "every step's output is kept so that a failure can be explained",
                    "free some disk space or check the permissions of " + logs);
            return Optional.of(new SetupOutcome.Failed(label, "", -1, List.of(), Optional.empty(), problem, false));
        }
    }

    private Optional<SetupOutcome.Failed> execute(
            SetupStep step, String label, Machine machine, CommandRunner runner, StepLog log, Consumer<String> progress)
            throws InterruptedException {
        try {
            switch (step) {
                case SetupStep.WaitForShell wait -> {
                    waitForShell(wait, runner, log);
                    CloudInit.await(host(runner), log, told -> tell(machine, label, told, progress));
                    preparation.prepare(host(runner), log);
                    return prepareHost(label, machine, host(runner), log);
                }
                case SetupStep.SyncFiles sync -> syncFiles(sync, runner, log);
                case SetupStep.StartContainer container -> {
                    if (runner instanceof ContainerRunner containerRunner) {
                        var pulling = new PullProgress(clock, told -> tell(machine, label, told, progress));
                        containerRunner.startContainer(line -> {
                            log.line(line);
                            pulling.line(line);
                        });
                    }
                }
                case SetupStep.RunCommands run -> {
                    return runCommands(run, label, runner, log);
                }
                case SetupStep.Skip skip -> {}
            }
            return Optional.empty();
        } catch (RemoteException e) {
            return Optional.of(new SetupOutcome.Failed(
                    label, "", -1, log.lastLines(), Optional.of(log.file().toString()), e.problem(), !e.mayPass()));
        } catch (ProviderException e) {
            return Optional.of(new SetupOutcome.Failed(
                    label, "", -1, log.lastLines(), Optional.of(log.file().toString()), e.problem(), false));
        }
    }

    /** What the provider wants there; its secrets are in the environment, which is not logged. */
    private Optional<SetupOutcome.Failed> prepareHost(String label, Machine machine, CommandRunner host, StepLog log)
            throws RemoteException, ProviderException, InterruptedException {
        for (Command command : provider.features().hostCommands(machine)) {
            log.heading("$ " + command.script().replace(Command.PLAIN_BASH, ""));
            CommandResult result = host.run(command, log);
            if (!result.succeeded()) {
                return Optional.of(failed(label, command.script(), result, log));
            }
        }
        return Optional.empty();
    }

    private static SetupOutcome.Failed failed(String label, String script, CommandResult result, StepLog log) {
        String shown = SafeText.of(SetupStep.RunCommands.shown(script));
        Problem problem = CommandFailure.explain(shown, result.exitCode(), log.lastLines());
        return new SetupOutcome.Failed(
                label,
                shown,
                result.exitCode(),
                log.lastLines(),
                Optional.of(log.file().toString()),
                problem,
                false);
    }

    private void waitForShell(SetupStep.WaitForShell step, CommandRunner runner, StepLog log)
            throws RemoteException, InterruptedException {
        Instant deadline = clock.instant().plus(step.deadline());
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                Command probe = Command.of(PROBE).on(Command.Place.HOST).withTimeout(Duration.ofSeconds(20));
                if (runner.run(probe, log).succeeded()) {
                    return;
                }
                if (clock.instant().isAfter(deadline)) {
                    throw new RemoteException(
                            Problem.error(
                                    "SETUP-NO-SHELL",
                                    "its shell cannot run even `true`",
                                    String.join("\n", log.lastLines()),
                                    "log in to the machine and look at what its shell prints"),
                            true);
                }
            } catch (RemoteException e) {
                if (!e.mayPass() || clock.instant().isAfter(deadline)) {
                    throw e;
                }
                log.line("not yet: " + e.problem().what());
            }
            Thread.sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    private static CommandRunner host(CommandRunner runner) {
        return runner instanceof ContainerRunner container ? container.host() : runner;
    }

    private static void syncFiles(SetupStep.SyncFiles step, CommandRunner runner, StepLog log)
            throws RemoteException, InterruptedException {
        for (var mount : step.mounts().entrySet()) {
            String local = expandHome(mount.getValue());
            if (!Files.exists(Path.of(local))) {
                if (step.missingIsFine()) {
                    continue;
                }
                throw new RemoteException(
                        Problem.error(
                                "SETUP-MOUNT-MISSING",
                                "file mount source " + mount.getValue() + " does not exist",
                                "it should be copied to " + mount.getKey(),
                                "create it or remove it from file_mounts"),
                        false);
            }
            log.heading("$ copy " + mount.getValue() + " to " + mount.getKey());
            var transfer = new FileTransfer(local, mount.getKey(), step.excludes(), step.filters());
            runner.upload(Files.isDirectory(Path.of(local)) ? transfer.ofDirectory() : transfer, log);
        }
    }

    private static String expandHome(String path) {
        return path.equals("~") || path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
    }

    private Optional<SetupOutcome.Failed> runCommands(
            SetupStep.RunCommands step, String label, CommandRunner runner, StepLog log)
            throws RemoteException, InterruptedException {
        Command.Place place = step.onHost() ? Command.Place.HOST : Command.Place.AUTO;
        for (String script : step.commands()) {
            if (step.needsHead(script)) {
                awaitHead();
            }
            log.heading("$ " + SetupStep.RunCommands.shown(script));
            CommandResult result = runner.run(
                    Command.of(script).withEnvironment(step.environment()).on(place), log);
            if (!result.succeeded()) {
                return Optional.of(failed(label, script, result, log));
            }
        }
        return Optional.empty();
    }

    private void tell(Machine machine, String label, String text, Consumer<String> progress) {
        progress.accept(text);
        event(ClusterEvent.Type.STEP_PROGRESS, machine, label + ": " + text, Map.of());
    }

    private void awaitHead() throws RemoteException, InterruptedException {
        if (!headGate.await(HEAD_DEADLINE)) {
            throw new RemoteException(
                    Problem.error("SETUP-NO-HEAD", "the head's Ray did not answer", "workers start after it", ""),
                    true);
        }
    }

    private Path logFile(NodeId node, int step) {
        return logs.resolve(node.value()).resolve("step-" + step + ".log");
    }

    /** A tag that cannot be written is repaired by the next round; it must not fail the node. */
    private void tag(Machine machine, Map<String, String> tags) throws InterruptedException {
        try {
            provider.tag(Map.of(machine.id(), tags));
        } catch (ProviderException e) {
            events.append(new ClusterEvent(
                    clock.instant(),
                    ClusterEvent.Type.PROBLEM,
                    Optional.of(machine.nodeId()),
                    Optional.of(machine.type()),
                    e.problem().what(),
                    Map.of("code", e.problem().code())));
        }
    }

    private void event(ClusterEvent.Type type, Machine machine, String label, Map<String, String> details) {
        events.append(new ClusterEvent(
                clock.instant(), type, Optional.of(machine.nodeId()), Optional.of(machine.type()), label, details));
    }
}
