package io.manta.controller.head;

import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.port.Command;
import io.manta.core.port.CommandRunner;
import io.manta.core.port.FileTransfer;
import io.manta.core.port.OutputSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Small scripts and files on the head, by plain {@code sh} and outside any container. */
final class HeadShell {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final CommandRunner runner;

    HeadShell(CommandRunner runner) {
        this.runner = runner;
    }

    /** How a script ended and what it printed. */
    record Ended(int exitCode, List<String> lines) {
        boolean succeeded() {
            return exitCode == 0;
        }

        String lastLine() {
            return lines.isEmpty() ? "" : lines.getLast();
        }
    }

    Ended run(String script) throws ProblemException, InterruptedException {
        return run(script, LIMIT);
    }

    Ended run(String script, Duration limit) throws ProblemException, InterruptedException {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Command command =
                Command.of("#!/bin/sh\n" + script).on(Command.Place.HOST).withTimeout(limit);
        int exitCode = runner.run(command, lines::add).exitCode();
        return new Ended(exitCode, List.copyOf(lines));
    }

    Ended must(String what, String script) throws ProblemException, InterruptedException {
        Ended ended = run(script);
        if (!ended.succeeded()) {
            throw new ProblemException(Problem.error(
                    "HEAD-COMMAND", what + " failed on the head", ended.lastLine(), "check free disk space there"));
        }
        return ended;
    }

    void upload(String local, String remote) throws ProblemException, InterruptedException {
        runner.upload(FileTransfer.of(local, remote), OutputSink.NOWHERE);
    }
}
