package io.manta.remote.link;

import io.manta.remote.ssh.ShellChannel;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeLink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** Shell text through a link. */
record LinkChannel(NodeLink link) implements ShellChannel {
    // Words travel in an address, and what lies between may allow only so long ones.
    private static final int MOST_IN_WORDS = 4000;

    @Override
    public Process start(String shellText, boolean input, Optional<Path> errors)
            throws IOException, RemoteException, InterruptedException {
        boolean asInput = !input && shellText.length() > MOST_IN_WORDS;
        Process process = link.start(words(asInput ? "eval \"$(cat)\" </dev/null" : shellText), NodeLink.Streams.PIPES);
        errors.ifPresentOrElse(
                file -> Thread.ofVirtual().start(() -> append(process.getErrorStream(), file)),
                () -> Thread.ofVirtual().start(() -> drop(process.getErrorStream())));
        if (!input) {
            try (OutputStream in = process.getOutputStream()) {
                if (asInput) {
                    in.write(shellText.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return process;
    }

    static List<String> words(String shellText) {
        return List.of("sh", "-c", "cd 2>/dev/null; " + shellText);
    }

    private static void append(InputStream from, Path file) {
        try (from;
                OutputStream to = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            from.transferTo(to);
        } catch (IOException e) {
            // What it printed only explains a failure that is noticed anyway.
            return;
        }
    }

    private static void drop(InputStream from) {
        try (from) {
            from.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Nobody wanted it.
            return;
        }
    }

    @Override
    public String name() {
        return link.name();
    }

    @Override
    public void ensure() {}

    @Override
    public boolean isLost(int exitCode) {
        return exitCode == NodeLink.LOST;
    }

    @Override
    public RemoteException lost() {
        return new RemoteException(
                Problem.error("LINK-LOST", "the connection to " + name() + " was lost", "", "try again"), true);
    }
}
