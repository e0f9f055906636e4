package io.manta.controller.status;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.status.StatusReport.FailureLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@link StatusReport} as JSON; the same shape that {@code status -o json} prints, described by docs/status.schema.json. Fields
 * may be added; the version grows when the meaning of one changes.
 */
public final class StatusFile {
    /** 1 was written without a number, and without structure and prices. */
    public static final int VERSION = 2;

    private StatusFile() {}

    public static void write(Path file, StatusReport report) throws IOException {
        AtomicFile.write(file, toJson(report));
    }

    /** Absent when there is no report, or when it cannot be read. */
    public static Optional<StatusReport> read(Path file) {
        try {
            return Optional.of(fromJson(Files.readString(file)));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    public static String toJson(StatusReport report) throws IOException {
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(toMap(report)) + "\n";
    }

    public static Map<String, Object> toMap(StatusReport report) {
        return StatusWriter.map(report);
    }

    public static StatusReport fromJson(String json) throws IOException {
        return StatusReader.report(new JsonFields(JSON.std.mapFrom(json)));
    }

    public static Map<String, Object> failureMap(FailureLine failure) {
        return StatusWriter.failure(failure);
    }

    public static FailureLine failureOf(@Nullable Object json) {
        return StatusReader.failure(new JsonFields(json));
    }
}
