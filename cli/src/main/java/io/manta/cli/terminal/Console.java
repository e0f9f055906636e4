package io.manta.cli.terminal;

import io.manta.spi.model.Problem;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where a verb speaks. {@link #data} is what a script wants and goes to standard output; all else goes to standard error. Safe
 * from several threads.
 */
public final class Console {
    private final Terminal terminal;
    private final Look look;
    private final Clock clock;
    /** What progress has left on the current line of the terminal. */
    private String progress = "";

    public Console(Terminal terminal, Look look, Clock clock) {
        this.terminal = terminal;
        this.look = look;
        this.clock = clock;
    }

    public Terminal terminal() {
        return terminal;
    }

    public Look look() {
        return look;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Colours for {@link #data}. */
    public Paint paint() {
        return new Paint(look.outColour());
    }

    /** Colours for messages. */
    public Paint messagePaint() {
        return new Paint(look.errColour());
    }

    /** One or more lines of the result itself; a line end is added when there is none. */
    public synchronized void data(String text) {
        clearProgress();
        terminal.out().print(text.endsWith("\n") ? text : text + "\n");
        terminal.out().flush();
    }

    public synchronized void say(String line) {
        clearProgress();
        terminal.err().print(stamped("INFO", line) + "\n");
        terminal.err().flush();
    }

    /** Said only with {@code -v}. */
    public void detail(String line) {
        if (look.verbosity() > 0) {
            say(messagePaint().dim(line));
        }
    }

    /** What goes on right now: one line that redraws itself in a terminal, a plain line elsewhere. */
    public synchronized void progress(String line) {
        if (!look.redraw()) {
            say(line);
            return;
        }
        clearProgress();
        terminal.err().print(line);
        terminal.err().flush();
        progress = line;
    }

    public synchronized void clearProgress() {
        if (!progress.isEmpty()) {
            terminal.err().print("\r\u001b[K");
            terminal.err().flush();
            progress = "";
        }
    }

    public void problem(Problem problem) {
        problems(List.of(problem));
    }

    public synchronized void problems(List<Problem> problems) {
        clearProgress();
        for (Problem problem : problems) {
            for (String line : ProblemPrinter.lines(problem, messagePaint())) {
                terminal.err().print(stamped(problem.level().name(), line) + "\n");
            }
        }
        terminal.err().flush();
    }

    private String stamped(String level, String line) {
        return look.record() ? clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + line : line;
    }
}
