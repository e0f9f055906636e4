package io.manta.controller.daemon;

import static io.manta.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.home.ClusterHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a shell command in the daemon's place: what counts is that it is started again, found, and ended for good. */
class LocalDaemonControlTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path dir;

    @Test
    void aDaemonThatDiesIsStartedAgainUntilItIsStopped() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        Path lives = dir.resolve("lives");
        var control = new LocalDaemonControl(home, List.of("sh", "-c", "echo $$ >> " + lives + "; exec sleep 1000"));
        assertThat(control.isRunning()).isFalse();
        control.start();
        eventually(
                LIMIT,
                "it lives",
                () -> Files.exists(lives) && Files.readAllLines(lives).size() == 1);
        control.start();
        assertThat(control.isRunning()).isTrue();

        long pid = Long.parseLong(Files.readAllLines(lives).getFirst());
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        eventually(LIMIT, "it lives again", () -> Files.readAllLines(lives).size() == 2);

        control.stop();
        assertThat(control.isRunning()).isFalse();
        assertThat(Files.readAllLines(lives))
                .as("started twice, never side by side")
                .hasSize(2);
    }

    @Test
    void aDaemonThatIsNotNeededIsNotStartedAgain() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        Path lives = dir.resolve("lives");
        var control = new LocalDaemonControl(
                home, List.of("sh", "-c", "echo x >> " + lives + "; exit " + LocalDaemonControl.EXIT_NOT_NEEDED));
        control.start();
        eventually(LIMIT, "its supervisor gives up", () -> Files.exists(lives) && !control.isRunning());
        assertThat(Files.readAllLines(lives)).hasSize(1);
    }
}
