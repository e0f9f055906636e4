package io.manta.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The three streams, and which of them a person sits at.
 *
 * @param inputIsTerminal whether questions can be asked
 * @param outIsTerminal whether standard output is read by eyes
 * @param errIsTerminal whether progress may be redrawn
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean inputIsTerminal,
        boolean outIsTerminal,
        boolean errIsTerminal) {

    /** Neither asks nor redraws. */
    public static Terminal plain(PrintStream out, PrintStream err) {
        return new Terminal(InputStream.nullInputStream(), out, err, false, false, false);
    }

    /**
     * The process's own. The launcher says in {@code manta.tty} which of 0, 1, 2 are terminals, since Java can only tell for
     * input and output together and takes long to do so.
     */
    public static Terminal system() {
        String known = System.getProperty("manta.tty", "");
        return new Terminal(
                System.in, System.out, System.err, known.contains("0"), known.contains("1"), known.contains("2"));
    }
}
