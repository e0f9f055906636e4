package io.manta.remote.link;

import io.manta.remote.process.TerminalInterrupts;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The user's terminal while every key goes elsewhere; as it was before when closed. */
final class UserTerminal implements AutoCloseable {
    private static final File TERMINAL = new File("/dev/tty");

    private final String before;
    private final Sized sized;
    private final TerminalInterrupts resizes;

    /** Told how large the terminal is. */
    @FunctionalInterface
    interface Sized {
        void size(int columns, int rows);
    }

    private UserTerminal(String before, Sized sized) {
        this.before = before;
        this.sized = sized;
        this.resizes = TerminalInterrupts.handled("WINCH", this::tellSize);
    }

    static UserTerminal raw(Sized sized) throws IOException, InterruptedException {
        String before = stty(List.of("-g"));
        stty(List.of("raw", "-echo"));
        return new UserTerminal(before, sized);
    }

    void tellSize() {
        try {
            String[] size = stty(List.of("size")).split(" ", 2);
            sized.size(Integer.parseInt(size[1]), Integer.parseInt(size[0]));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // A terminal that does not know its size has none.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String stty(List<String> words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("stty"));
        command.addAll(words);
        Process process = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(TERMINAL))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream out = process.getInputStream()) {
            String printed = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
            process.waitFor();
            return printed;
        }
    }

    @Override
    public void close() throws IOException {
        resizes.close();
        try {
            if (!before.isEmpty()) {
                stty(List.of(before));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
