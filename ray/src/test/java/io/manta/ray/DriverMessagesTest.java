package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.ray.DriverMessages.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file's form; that drivers print it is tested in {@link RealRayMessagesIT}. */
class DriverMessagesTest {
    @TempDir
    private Path temp;

    private DriverMessages messages() {
        return new DriverMessages(temp.resolve("session_latest"));
    }

    private Path session(String name) throws Exception {
        Path session = temp.resolve(name);
        Files.createDirectories(session.resolve("logs"));
        Files.deleteIfExists(temp.resolve("session_latest"));
        Files.createSymbolicLink(temp.resolve("session_latest"), session);
        return session.resolve("logs/events/event_AUTOSCALER.log");
    }

    @Test
    void appendsOneLineOfJsonPerMessage() throws Exception {
        Path file = session("session_1");
        assertThat(messages().announce("Resized to 3 CPUs.", Severity.INFO)).isTrue();
        assertThat(messages().announce("two\nlines \"quoted\"", Severity.WARNING))
                .isTrue();
        var lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2);
        assertThat(JSON.std.mapFrom(lines.getFirst()))
                .containsEntry("message", "Resized to 3 CPUs.")
                .containsEntry("severity", "INFO")
                .containsEntry("source_type", "AUTOSCALER")
                .containsKeys("event_id", "timestamp");
        assertThat(JSON.std.mapFrom(lines.getLast())).containsEntry("message", "two\nlines \"quoted\"");
    }

    @Test
    void followsTheHeadToItsNextSession() throws Exception {
        var messages = messages();
        Path first = session("session_1");
        assertThat(messages.announce("one", Severity.INFO)).isTrue();
        Path second = session("session_2");
        assertThat(messages.announce("two", Severity.INFO)).isTrue();
        assertThat(Files.readString(first)).contains("one").doesNotContain("two");
        assertThat(Files.readString(second)).contains("two");
    }

    @Test
    void saysSoWhenThereIsNoSession() {
        assertThat(messages().announce("nobody hears", Severity.INFO)).isFalse();
        assertThat(temp).isEmptyDirectory();
    }
}
