package io.manta.controller.head;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.OutputSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Small scripts and files on the head, by plain {@code sh} and outside any container. */
final class HeadShell {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long MOST_CHARACTERS = 48L << 20;

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

    /** Lines of the head, as many as an honest one has to say: it must not fill this machine's memory. */
    private static final class Lines implements OutputSink {
        private final List<String> kept = new ArrayList<>();
        private long left = MOST_CHARACTERS;

        @Override
        public synchronized void line(String line) {
            left -= line.length() + 1L;
            if (left > 0) {
                kept.add(line);
            }
        }

        synchronized List<String> all() {
            return List.copyOf(kept);
        }
    }

    Ended run(String script) throws ProblemException, InterruptedException {
        var lines = new Lines();
        int exitCode = runner.run(command(script, LIMIT), lines).exitCode();
        return new Ended(exitCode, lines.all());
    }

    Ended must(String what, String script) throws ProblemException, InterruptedException {
        return checked(what, run(script));
    }

    /** Runs a script that reads a file of this machine; as long as it takes, because it is the way that is slow. */
    Ended mustRead(String what, Path file, String script) throws ProblemException, InterruptedException {
        var lines = new Lines();
        int exitCode = runner.feed(
                        command(script, Duration.ZERO), file.toAbsolutePath().toString(), lines)
                .exitCode();
        return checked(what, new Ended(exitCode, lines.all()));
    }

    private static Command command(String script, Duration limit) {
        return Command.of("#!/bin/sh\n" + script).on(Command.Place.HOST).withTimeout(limit);
    }

    private static Ended checked(String what, Ended ended) throws ProblemException {
        if (!ended.succeeded()) {
            throw new ProblemException(Problem.error(
                    "HEAD-COMMAND", what + " failed on the head", ended.lastLine(), "check free disk space there"));
        }
        return ended;
    }
}
