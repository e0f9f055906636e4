package io.manta.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import io.manta.testkit.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalLayerTest {
    private static final Paint NO_COLOUR = new Paint(false);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Terminal terminal(boolean isTerminal) {
        return new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                isTerminal,
                isTerminal,
                isTerminal);
    }

    private Console console(boolean isTerminal, String style, Map<String, String> environment) {
        Terminal terminal = terminal(isTerminal);
        return new Console(terminal, Look.of(style, "auto", 0, terminal, environment), new FakeClock());
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void dataGoesToStandardOutputAndMessagesToStandardError() {
        Console console = console(false, "auto", Map.of());
        console.data("data");
        console.say("message");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("data\n");
        assertThat(err()).isEqualTo("message\n");
    }

    @Test
    void progressIsPlainLinesInAPipe() {
        Console console = console(false, "auto", Map.of());
        console.progress("one");
        console.progress("two");
        assertThat(err()).isEqualTo("one\ntwo\n");
    }

    @Test
    void progressRedrawsItselfInATerminalAndMakesRoomForMessages() {
        Console console = console(true, "auto", Map.of());
        console.progress("one");
        console.progress("two");
        console.say("done");
        assertThat(err()).isEqualTo("one\r\u001b[Ktwo\r\u001b[Kdone\n");
    }

    @Test
    void dumbTerminalsAreNeverRedrawn() {
        Console console = console(true, "auto", Map.of("TERM", "dumb"));
        console.progress("one");
        assertThat(err()).isEqualTo("one\n");
    }

    @Test
    void recordStyleDatesEveryLine() {
        console(true, "record", Map.of()).say("hello");
        assertThat(err()).isEqualTo("2026-01-01T00:00:00Z INFO hello\n");
    }

    @Test
    void colourFollowsTerminalEnvironmentAndOption() {
        record Case(String option, boolean terminal, Map<String, String> environment, boolean coloured) {}
        for (Case c : List.of(
                new Case("auto", true, Map.of(), true),
                new Case("auto", false, Map.of(), false),
                new Case("auto", true, Map.of("NO_COLOR", "1"), false),
                new Case("auto", true, Map.of("NO_COLOR", ""), true),
                new Case("auto", true, Map.of("TERM", "dumb"), false),
                new Case("true", false, Map.of("NO_COLOR", "1"), true),
                new Case("false", true, Map.of(), false))) {
            Look look = Look.of("auto", c.option(), 0, terminal(c.terminal()), c.environment());
            assertThat(look.outColour()).as(c.toString()).isEqualTo(c.coloured());
            assertThat(look.errColour()).as(c.toString()).isEqualTo(c.coloured());
        }
    }

    @Test
    void problemShowsPlaceExcerptWithCaretReasonAndRemedy() {
        Problem problem = Problem.error(
                        "CONFIG-UNKNOWN-KEY", "unknown key 'max_worker'", "no such key", "use\nmax_workers")
                .at(new SourceLocation("c.yaml", 12, 3, "\tmax_worker: 2"));
        assertThat(ProblemPrinter.lines(problem, NO_COLOUR))
                .containsExactly(
                        "c.yaml:12:3: error[CONFIG-UNKNOWN-KEY] unknown key 'max_worker'",
                        "  12 | \tmax_worker: 2",
                        "     | \t ^",
                        "  why: no such key",
                        "  fix: use",
                        "       max_workers");
    }

    @Test
    void durationsUseTwoUnitsAtMost() {
        assertThat(Durations.text(Duration.ofSeconds(-3))).isEqualTo("0s");
        assertThat(Durations.text(Duration.ofSeconds(59))).isEqualTo("59s");
        assertThat(Durations.text(Duration.ofSeconds(60))).isEqualTo("1m");
        assertThat(Durations.text(Duration.ofSeconds(3725))).isEqualTo("1h 2m");
        assertThat(Durations.text(Duration.ofHours(49))).isEqualTo("2d 1h");
    }

    @Test
    void tablesPadEveryColumnButTheLast() {
        var table = new TextTable("A", "LONG", "Z");
        table.row("first", "", "x");
        table.row("b", "c", "");
        assertThat(table.text(NO_COLOUR)).isEqualTo("A      LONG  Z\nfirst  -     x\nb      c\n");
    }
}
