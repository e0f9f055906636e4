package io.manta.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;

/** Files that others publish in a Go module, kept in Go's own cache. */
public final class GoModule {
    private static final Pattern DIRECTORY = Pattern.compile("\"Dir\": \"([^\"]+)\"");

    private GoModule() {}

    /**
     * The directory of a module, fetched on first use; the test is skipped where that is not possible.
     *
     * @param module with its version, such as {@code example.org/module@v1.2.3}
     */
    public static Path fetch(String module) throws IOException, InterruptedException {
        Process download;
        try {
            download = new ProcessBuilder("go", "mod", "download", "-json", module)
                    .directory(new File(System.getProperty("java.io.tmpdir")))
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new TestAbortedException("there is no Go here to fetch " + module + " with", e);
        }
        String answer = new String(download.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher directory = DIRECTORY.matcher(answer);
        if (download.waitFor() != 0 || !directory.find()) {
            throw new TestAbortedException(module + " cannot be fetched: " + answer.strip());
        }
        return Path.of(directory.group(1));
    }
}
