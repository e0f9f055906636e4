package io.manta.ray;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A real Ray program (driver.py) that makes demand when told, and whose terminal can be read. */
final class Driver implements AutoCloseable {
    private final OwnSession session;
    private final BufferedWriter input;
    private final List<String> output = new CopyOnWriteArrayList<>();

    Driver(OwnSession session) {
        this.session = session;
        this.input = session.leader().outputWriter();
        BufferedReader reader = session.leader().inputReader();
        Thread.startVirtualThread(() -> reader.lines().forEach(output::add));
        waitFor("done: start");
    }

    /** Has the driver do what one line of driver.py's small language says, and waits until it has. */
    void run(String line) throws IOException {
        output.removeIf(("done: " + line)::equals);
        input.write(line + "\n");
        input.flush();
        waitFor("done: " + line);
    }

    /** Waits until a printed line contains the text, and gives the line. */
    String waitFor(String text) {
        Supplier<String> otherwise = () -> "driver did not print '" + text + "':\n" + String.join("\n", output);
        Eventually.that(
                Duration.ofSeconds(60),
                () -> {
                    boolean alive = session.leader().isAlive();
                    boolean printed = output.stream().anyMatch(line -> line.contains(text));
                    if (!alive && !printed) {
                        throw new AssertionError(otherwise.get());
                    }
                    return printed;
                },
                otherwise);
        return output.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    @Override
    public void close() {
        session.close();
    }
}
