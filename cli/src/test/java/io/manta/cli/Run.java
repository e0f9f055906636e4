package io.manta.cli;

import io.manta.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** One run of the program in this process, and what it said. */
public record Run(int exitCode, String out, String err) {
    public static Run manta(Path home, String... args) {
        return new Setting(home).run(args);
    }

    /** Surroundings of a run. */
    public static final class Setting {
        private final Map<String, String> environment = new HashMap<>();
        private Clock clock = Clock.systemUTC();
        private String input = "";
        private boolean terminal;
        private Path directory = Path.of("");
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        public Setting(Path home) {
            environment.put("MANTA_HOME", home.toString());
        }

        public Setting variable(String name, String value) {
            environment.put(name, value);
            return this;
        }

        public Setting at(Clock time) {
            clock = time;
            return this;
        }

        /** A person who is in this directory. */
        public Setting in(Path place) {
            directory = place;
            return this;
        }

        /** A person who types this. */
        public Setting typing(String text) {
            input = text;
            terminal = true;
            return this;
        }

        /** What a run that goes on has printed. */
        public String outSoFar() {
            return out.toString(StandardCharsets.UTF_8);
        }

        public Run run(String... args) {
            var err = new ByteArrayOutputStream();
            int code;
            try (var outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
                    var errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
                var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
                code = new Program(
                                new Terminal(in, outStream, errStream, terminal, terminal, terminal),
                                environment,
                                clock,
                                directory)
                        .run(args);
            }
            return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }
}
