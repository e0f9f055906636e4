package io.manta.controller.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.TextStore;
import io.manta.controller.loop.Memory;
import io.manta.controller.loop.MemoryFile;
import io.manta.controller.loop.Requests;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.spi.model.Problem;
import io.manta.testkit.FakeClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leases, versions and supervision: what passes between processes on one machine. */
class DaemonFilesTest {
    @TempDir
    Path dir;

    private final FakeClock clock = new FakeClock();

    @Test
    void theHeadIsLeftToUpOnlyAsLongAsUpSaysSo() throws Exception {
        Path file = dir.resolve(Daemon.EARLY);
        var lease = new EarlyLease(file, clock);
        assertThat(lease.holds()).isFalse();
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        assertThat(lease.holds()).isTrue();
        clock.advance(EarlyLease.LENGTH.minusSeconds(1));
        assertThat(lease.holds()).isTrue();
        clock.advance(Duration.ofSeconds(1));
        assertThat(lease.holds()).as("nobody renews it").isFalse();
        Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        assertThat(lease.holds()).as("renewed").isTrue();
        Files.setLastModifiedTime(file, FileTime.from(clock.instant().plus(Duration.ofHours(1))));
        assertThat(lease.holds()).as("from before the clock was set back").isFalse();
    }

    @Test
    void aMemoryOfANewerVersionIsForgottenKeptAsideAndTold() throws Exception {
        Path file = dir.resolve("memory.json");
        var first = new MemoryFile(TextStore.of(file));
        first.save(new Memory());
        assertThat(Files.readString(file)).contains("\"version\":" + MemoryFile.VERSION);
        assertThat(first.trouble()).isEmpty();

        Files.writeString(file, "{\"version\": 99, \"paused\": \"who knows\"}");
        var old = new MemoryFile(TextStore.of(file));
        old.load(Requests.inMemory());
        assertThat(old.trouble()).hasValueSatisfying(text -> assertThat(text).contains("newer version"));
        assertThat(dir.resolve("memory.json.unreadable")).exists();
    }

    @Test
    void aDaemonThatCannotBeginSaysWhyInStatus() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        Problem problem = Problem.error("X", "head.yaml cannot be read", "it is of a newer version", "");
        DaemonTrouble.report(home, problem, clock.instant());
        StatusReport report = StatusFile.read(home.status()).orElseThrow();
        assertThat(report.phase()).isEqualTo(DaemonTrouble.FAILING);
        assertThat(report.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.what()).contains("head.yaml cannot be read"));
        assertThat(Files.readString(home.status())).contains("\"version\" : " + StatusFile.VERSION);
    }

    /** With a `sleep` that only writes down how long it would. */
    @Test
    void aDaemonThatCannotBeginIsStartedAgainEverMoreSeldom() throws Exception {
        Path bin = Files.createDirectories(dir.resolve("bin"));
        Path naps = dir.resolve("naps");
        Path sleep = bin.resolve("sleep");
        Files.writeString(sleep, """
                #!/bin/sh
                echo $1 >>'%1$s'
                [ $(wc -l <'%1$s') -lt 9 ] || : >'%2$s/stop'
                """.formatted(naps, dir));
        assertThat(sleep.toFile().setExecutable(true)).isTrue();
        Path script = dir.resolve("supervise.sh");
        Files.writeString(script, LocalDaemonControl.SUPERVISOR);
        var builder = new ProcessBuilder("sh", script.toString(), dir.toString(), "false");
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(dir.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(naps)).isEqualTo(List.of("1", "2", "4", "8", "16", "32", "60", "60", "60"));
    }
}
