package io.manta.cli;

import io.manta.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Clock;

/** Where the program begins; see {@link Program} for what it does. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(new Program(Terminal.system(), System.getenv(), Clock.systemUTC()).run(args));
    }

    /** The whole program in-process, without a terminal; returns the exit code. */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return new Program(Terminal.plain(out, err), System.getenv(), Clock.systemUTC()).run(args);
    }
}
