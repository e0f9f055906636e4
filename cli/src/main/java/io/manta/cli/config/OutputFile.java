package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where a verb writes a file it makes. One that is there is replaced only with {@code --force}. */
final class OutputFile {
    static final String STANDARD_OUTPUT = "-";

    private OutputFile() {}

    /**
     * @param option the one that names the file; {@code -} is standard output
     * @param next what the user may do with the file, behind its name
     */
    static void write(Call call, String option, String text, String next) throws ProblemException, IOException {
        String file = call.text(option).orElse(STANDARD_OUTPUT);
        if (file.equals(STANDARD_OUTPUT)) {
            call.console().data(text);
            return;
        }
        OpenOption[] options = call.flag("--force")
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        try {
            Files.writeString(Path.of(file), text, options);
        } catch (FileAlreadyExistsException e) {
            throw new ProblemException(Problem.error(
                    "CONFIG-FILE-EXISTS",
                    file + " exists already",
                    "",
                    "name another with `" + option + "`, or replace it with `--force`"));
        }
        call.console().say("wrote " + file + "; " + next + " " + file + "`");
    }
}
