package io.manta.remote.ssh;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Child processes of ours: waited for, and ended when the waiting thread is interrupted. */
final class Processes {
    static final ProcessBuilder.Redirect NOTHING = ProcessBuilder.Redirect.from(new File("/dev/null"));

    private Processes() {}

    static int await(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Reads lines on another thread, so that the caller can wait with a limit, until the end or until told to stop. */
    static Thread pump(InputStream in, Predicate<String> goOn) {
        return Thread.ofVirtual().start(() -> {
            try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    if (!goOn.test(line)) {
                        return;
                    }
                }
            } catch (IOException e) {
                // The process was ended from our side; there is nothing more to read.
                return;
            }
        });
    }

    /** Gives a process that is done with its work a moment, then ends it. */
    static void dismiss(Process process) throws InterruptedException {
        if (!process.waitFor(200, TimeUnit.MILLISECONDS)) {
            process.destroy();
        }
    }

    static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
