package io.manta.cli.terminal;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Asks before something costs money or is lost. Without a terminal there is nobody to ask, and nothing is done. */
public final class Question {
    private static final List<String> YES = List.of("y", "yes", "true", "1");

    private Question() {}

    public static void confirm(Console console, String question) throws ProblemException {
        if (!console.terminal().inputIsTerminal()) {
            throw new ProblemException(Problem.error(
                    "CLI-NEEDS-YES",
                    "nothing was done: there is no terminal to ask \"" + question + "\"",
                    "this changes what you pay for or throws something away",
                    "add -y to answer yes beforehand"));
        }
        console.clearProgress();
        console.terminal().err().print(question + " [y/N] ");
        console.terminal().err().flush();
        if (!YES.contains(readLine(console).strip().toLowerCase(Locale.ROOT))) {
            throw new ProblemException(Problem.error("CLI-ANSWERED-NO", "nothing was done: you answered no", "", ""));
        }
    }

    /** @param usual what an empty answer means */
    public static String ask(Console console, String question, String usual) {
        console.clearProgress();
        console.terminal().err().print(question + " [" + usual + "] ");
        console.terminal().err().flush();
        String answer = readLine(console).strip();
        return answer.isEmpty() ? usual : answer;
    }

    private static String readLine(Console console) {
        try {
            var reader =
                    new BufferedReader(new InputStreamReader(console.terminal().in(), StandardCharsets.UTF_8));
            String line = reader.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            return "";
        }
    }
}
