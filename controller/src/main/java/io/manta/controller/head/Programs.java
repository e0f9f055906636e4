package io.manta.controller.head;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs of this machine that pack what goes to the head. */
final class Programs {
    private Programs() {}

    /** Whether it ended well; what it prints is not shown. */
    static boolean run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    static boolean isHere(String program) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(directory.isEmpty() ? "." : directory, program))) {
                return true;
            }
        }
        return false;
    }
}
