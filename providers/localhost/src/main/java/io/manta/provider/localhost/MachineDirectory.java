package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The files of one machine. The machine exists while {@link #record()} is present, whatever else lies around. */
record MachineDirectory(Path path) {
    String id() {
        return path.getFileName().toString();
    }

    Path home() {
        return path.resolve("home");
    }

    /** In front of everything else on the node's PATH. */
    Path bin() {
        return path.resolve("bin");
    }

    Path workerScript() {
        return path.resolve("worker_node.py");
    }

    Path stopScript() {
        return path.resolve("stop_ray.py");
    }

    /** Session ids of the commands that were run, one per line, each with who ran it. */
    Path sessions() {
        return path.resolve("sessions");
    }

    /** Present from the moment somebody asked for the machine's end. */
    Path terminating() {
        return path.resolve("terminating");
    }

    Path recordFile() {
        return path.resolve("machine.json");
    }

    boolean isTerminating() {
        return Files.exists(terminating());
    }

    /** Absent when the machine was never completely made, or is gone. */
    Optional<MachineRecord> record() throws IOException {
        try {
            return Optional.of(MachineRecord.fromJson(Files.readString(recordFile())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** All or nothing: a reader sees the old record or the new one. */
    void write(MachineRecord record) throws IOException {
        writeAtomically(recordFile(), record.toJson());
    }

    static void writeAtomically(Path file, String text) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId());
        Files.writeString(temporary, text);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
