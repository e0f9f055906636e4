package io.manta.cli;

import io.manta.cli.terminal.Console;
import io.manta.controller.home.MantaHome;
import io.manta.controller.home.PrivateFiles;
import io.manta.spi.model.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Keeps what a developer needs in a file, and tells the user where in two lines. */
final class BugReport {
    private BugReport() {}

    static int write(Throwable bug, String[] args, Console console, Map<String, String> environment) {
        var text = new StringWriter();
        bug.printStackTrace(new PrintWriter(text));
        String content = "manta " + Version.text() + ", Java " + System.getProperty("java.version") + "\nverb: "
                + (args.length == 0 ? "" : args[0]) + "\n" + text;
        console.problem(Problem.error(
                "CLI-BUG", "something went wrong inside Manta: " + bug, "", save(content, MantaHome.of(environment))));
        return ExitCode.BUG;
    }

    /** Only the verb is kept of the command line: arguments may be secret. */
    private static String save(String content, MantaHome home) {
        try {
            PrivateFiles.directories(home.keptLogs());
            Path file = Files.createTempFile(home.keptLogs(), "bug-", ".txt");
            Files.writeString(file, content);
            return "please report it with the file " + file;
        } catch (IOException e) {
            return "please report it with this text:\n" + content;
        }
    }
}
