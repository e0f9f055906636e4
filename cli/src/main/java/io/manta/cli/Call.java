package io.manta.cli;

import io.manta.cli.terminal.Console;
import io.manta.controller.home.MantaHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** What a verb was given: its arguments, the terminal, and the user's surroundings. */
public final class Call {
    private final CommandLine line;
    private final ParseResult parsed;
    private final Console console;
    private final Map<String, String> environment;
    private final Path directory;
    private final ToIntFunction<String[]> program;

    Call(
            CommandLine line,
            ParseResult parsed,
            Console console,
            Map<String, String> environment,
            Path directory,
            ToIntFunction<String[]> program) {
        this.directory = directory;
        this.program = program;
        this.line = line;
        this.parsed = parsed;
        this.console = console;
        this.environment = environment;
    }

    Call with(Console other) {
        return new Call(line, parsed, other, environment, directory, program);
    }

    /** Runs another verb as if the user had typed it; returns its exit code. */
    public int also(String... args) {
        return program.applyAsInt(args);
    }

    public Console console() {
        return console;
    }

    public Map<String, String> environment() {
        return environment;
    }

    /** Where the user is. */
    public Path directory() {
        return directory;
    }

    public MantaHome home() {
        return MantaHome.of(environment);
    }

    /** As {@link #flag}, for what several verbs share but not all of them take. */
    public boolean given(String name) {
        return parsed.commandSpec().findOption(name) != null && flag(name);
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(option(name).getValue());
    }

    /** How often a flag was given. */
    int times(String name) {
        boolean[] given = option(name).getValue();
        return given == null ? 0 : given.length;
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(option(name).getValue());
    }

    public Optional<Integer> number(String name) {
        return Optional.ofNullable(option(name).getValue());
    }

    /** For verbs with {@link Syntax#output()}. */
    public boolean wantsJson() {
        return text("--output").filter("json"::equals).isPresent();
    }

    public List<String> texts(String name) {
        List<String> values = option(name).getValue();
        return values == null ? List.of() : List.copyOf(values);
    }

    /** As {@link #text}, for what several verbs share but not all of them take. */
    public Optional<String> textIfTaken(String name) {
        return parsed.commandSpec().findOption(name) == null ? Optional.empty() : text(name);
    }

    /** Whether the syntax has this parameter, given or not. */
    public boolean takes(String label) {
        return parsed.commandSpec().positionalParameters().stream()
                .anyMatch(parameter -> parameter.paramLabel().equals(label));
    }

    /** The value of a positional parameter, by the label in the syntax. */
    public Optional<String> parameter(String label) {
        return Optional.ofNullable(positional(label).getValue());
    }

    /** One that the syntax demands, so that it is always there. */
    public String required(String label) {
        return parameter(label).orElseThrow(() -> usage("missing " + label));
    }

    public List<String> rest(String label) {
        List<String> values = positional(label).getValue();
        return values == null ? List.of() : List.copyOf(values);
    }

    /** To throw when arguments contradict each other; ends the program with exit code 2. */
    public ParameterException usage(String message) {
        return new ParameterException(line, message);
    }

    /** Every value for options that allow only certain words must be one of them. */
    static void checkChoices(CommandLine line) {
        for (OptionSpec option : line.getCommandSpec().options()) {
            Iterable<String> words = option.completionCandidates();
            if (words == null || option.typeInfo().isBoolean()) {
                continue;
            }
            var allowed = new ArrayList<String>();
            words.forEach(allowed::add);
            String value = option.getValue();
            if (value != null && !allowed.isEmpty() && !allowed.contains(value)) {
                throw new ParameterException(
                        line,
                        "Invalid value '" + value + "' for " + option.longestName() + ": choose one of "
                                + String.join(", ", allowed));
            }
        }
    }

    private OptionSpec option(String name) {
        OptionSpec option = parsed.commandSpec().findOption(name);
        if (option == null) {
            throw new IllegalArgumentException("the syntax has no option " + name);
        }
        return option;
    }

    private PositionalParamSpec positional(String label) {
        for (PositionalParamSpec parameter : parsed.commandSpec().positionalParameters()) {
            if (parameter.paramLabel().equals(label)) {
                return parameter;
            }
        }
        throw new IllegalArgumentException("the syntax has no parameter " + label);
    }
}
