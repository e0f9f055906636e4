package io.manta.cli;

import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.Look;
import io.manta.cli.terminal.Terminal;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One run: finds the verb, reads its arguments, runs it, and turns whatever goes wrong into a message and an exit code. */
public final class Program {
    private final Terminal terminal;
    private final Map<String, String> environment;
    private final Clock clock;
    private final Path directory;

    public Program(Terminal terminal, Map<String, String> environment, Clock clock) {
        this(terminal, environment, clock, Path.of(""));
    }

    /** @param directory where the user is */
    Program(Terminal terminal, Map<String, String> environment, Clock clock, Path directory) {
        this.directory = directory;
        this.terminal = terminal;
        this.environment = environment;
        this.clock = clock;
    }

    public int run(String... args) {
        var console = new Console(terminal, Look.of("auto", "auto", 0, terminal, environment), clock);
        try {
            return dispatch(console, withoutGlobalOptions(List.of(args)));
        } catch (RuntimeException | StackOverflowError e) {
            return BugReport.write(e, args, console, environment);
        }
    }

    private int dispatch(Console console, List<String> args) {
        String first = args.isEmpty() ? "--help" : args.getFirst();
        return switch (first) {
            case "--help", "-h" -> print(console, RootHelp.text(console.paint()));
            case "--version", "-V" -> print(console, Version.line());
            case "help" -> dispatch(console, args.size() < 2 ? List.of() : List.of(args.get(1), "--help"));
            default -> runVerb(console, first, args.subList(1, args.size()));
        };
    }

    private static int print(Console console, String text) {
        console.data(text);
        return ExitCode.OK;
    }

    private int runVerb(Console early, String name, List<String> given) {
        Optional<Verbs.Entry> entry = Verbs.find(name);
        if (entry.isEmpty()) {
            early.problem(unknown(name));
            return ExitCode.USAGE;
        }
        Verb verb = entry.get().create().get();
        Syntax syntax = verb.syntax().common();
        List<String> args = verb.arrange(given);
        if (asksForHelp(args)) {
            return print(early, VerbHelp.text(syntax, early.paint()));
        }
        var line = new CommandLine(syntax.spec());
        Console console = early;
        try {
            ParseResult parsed = line.parseArgs(args.toArray(String[]::new));
            Call.checkChoices(line);
            var call = new Call(line, parsed, early, environment, directory, this::run);
            console = new Console(terminal, look(call), clock);
            checkHome(call);
            return verb.run(call.with(console));
        } catch (ParameterException e) {
            String help = near(e).map(word -> "did you mean '" + word + "'? ").orElse("") + "See 'manta "
                    + entry.get().name() + " --help'";
            console.problem(Problem.error("CLI-USAGE", String.valueOf(e.getMessage()), "", help));
            return ExitCode.USAGE;
        } catch (ProblemException e) {
            console.problems(e.problems());
            return ExitCode.of(e.problems());
        } catch (IOException e) {
            console.problem(Problem.error(
                    "CLI-IO", FileTrouble.of(e), "", "check the path, its permissions and free disk space"));
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            console.clearProgress();
            return ExitCode.INTERRUPTED;
        }
    }

    /** The option that somebody may have meant. */
    private static Optional<String> near(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        String given = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
        if (!given.startsWith("--")) {
            return Optional.empty();
        }
        var known = new ArrayList<String>();
        unmatched.getCommandLine().getCommandSpec().options().forEach(option -> known.add(option.longestName()));
        return Suggestion.among(given, known);
    }

    /** Otherwise every verb would take it for a home without clusters. */
    private static void checkHome(Call call) throws ProblemException {
        Path home = call.home().root();
        if (Files.exists(home) && !Files.isDirectory(home)) {
            throw new ProblemException(Problem.error(
                    "CLI-HOME",
                    home + " is not a directory",
                    "Manta keeps what it knows about clusters there",
                    "set MANTA_HOME to a directory, or unset it to use ~/.manta"));
        }
    }

    private Look look(Call call) {
        return Look.of(
                call.text("--log-style").orElse("auto"),
                call.text("--log-color").orElse("auto"),
                call.times("--verbose"),
                terminal,
                environment);
    }

    private static boolean asksForHelp(List<String> args) {
        for (String arg : args) {
            if (arg.equals("--")) {
                return false;
            }
            if (arg.equals("--help") || arg.equals("-h")) {
                return true;
            }
        }
        return false;
    }

    /** Ray takes these before the verb; Manta has {@code -v} behind it. */
    private static List<String> withoutGlobalOptions(List<String> args) {
        List<String> rest = args;
        while (!rest.isEmpty()) {
            String first = rest.getFirst();
            if (first.equals("--logging-level") || first.equals("--logging-format")) {
                rest = rest.subList(Math.min(2, rest.size()), rest.size());
            } else if (first.startsWith("--logging-level=") || first.startsWith("--logging-format=")) {
                rest = rest.subList(1, rest.size());
            } else {
                return rest;
            }
        }
        return rest;
    }

    private static Problem unknown(String word) {
        if (word.startsWith("-")) {
            return Problem.error("CLI-USAGE", "unknown option '" + word + "'", "", "see 'manta --help'");
        }
        String fix = Optional.ofNullable(Verbs.OTHER_WORDS.get(word))
                .or(() -> Suggestion.among(word, Verbs.names()))
                .map(near -> "did you mean 'manta " + near + "'?")
                .orElse("see 'manta --help'");
        return Problem.error("CLI-UNKNOWN-VERB", "there is no verb '" + word + "'", "", fix);
    }
}
