package io.manta.remote.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "plain, plain",
                "a b, 'a b'",
                "it's, 'it'\\''s'",
                "$HOME, '$HOME'",
                "\"\", ''",
                "/a/b-c_d.e, /a/b-c_d.e",
                "*, '*'"
            })
    void quotesOneWord(String word, String quoted) {
        assertThat(ShellText.quote(word)).isEqualTo(quoted);
    }

    @ParameterizedTest
    @CsvSource({"~, '\"$HOME\"'", "~/a b, '\"$HOME\"/''a b'''", "/x, /x", "~other/x, '''~other/x'''"})
    void leavesOnlyALeadingTildeToTheShell(String path, String text) {
        assertThat(ShellText.path(path)).isEqualTo(text);
    }

    @Test
    void exportsInNameOrderAndRefusesNamesThatWouldBeCode() {
        assertThat(ShellText.exports(Map.of("B", "2 3", "A", "{\"x\":1}"))).isEqualTo("export A='{\"x\":1}' B='2 3'; ");
        assertThat(ShellText.exports(Map.of())).isEmpty();
        assertThatThrownBy(() -> ShellText.exports(Map.of("A;rm", "x"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anyWordComesThroughARealShellUnchanged() throws Exception {
        String alphabet = "ab '\"\\$`!*?[]{}()<>|&;#~\n\té=-";
        for (long seed = 0; seed < 60; seed++) {
            var random = new Random(seed);
            var word = new StringBuilder();
            random.ints(random.nextInt(20), 0, alphabet.length()).forEach(i -> word.append(alphabet.charAt(i)));
            String printed = shell("printf %s " + ShellText.quote(word.toString()));
            assertThat(printed).as("seed %d", seed).isEqualTo(word.toString());
        }
    }

    @Test
    void markedCommandHidesTheShellsNoiseAndKeepsOrderAndExitCode() throws Exception {
        String script = "echo out; echo err >&2; echo \"$A\"; printf 'no newline'; exit 7";
        String text = LoginShell.marked(script, Map.of("A", "a 'b'"), Duration.ZERO, "MARK");
        assertThat(shell(text)).isEqualTo("out\nerr\na 'b'\nno newlineMARK 7\n");
    }

    @Test
    void aCommandBeyondItsTimeIsEndedWithItsChildren() throws Exception {
        String text = LoginShell.marked("sleep 60; echo late", Map.of(), Duration.ofSeconds(1), "MARK");
        long begun = System.nanoTime();
        assertThat(shell(text)).endsWith("MARK 124\n").doesNotContain("late");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void nothingToRunIsThePersonsOwnShell() {
        assertThat(LoginShell.plain("", Map.of())).isEmpty();
        assertThat(LoginShell.plain("", Map.of("A", "1"))).contains("exec \"$SHELL\" -l");
    }

    private static String shell(String text) throws Exception {
        Process process = new ProcessBuilder(List.of("sh", "-c", text))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
