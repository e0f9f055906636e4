package io.manta.controller.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterLockTest {
    @TempDir
    Path dir;

    @Test
    void theSecondIsToldWhoHoldsItAndGetsItLater() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        var said = new ArrayList<String>();
        try (var _ = ClusterLock.acquire(home, "up", Duration.ZERO, Progress.NONE)) {
            assertThatThrownBy(() -> ClusterLock.acquire(home, "down", Duration.ZERO, said::add))
                    .isInstanceOfSatisfying(ProblemException.class, e -> {
                        assertThat(e.problem().code()).isEqualTo("CLUSTER-LOCKED");
                        assertThat(e.problem().why())
                                .contains(
                                        "up, process " + ProcessHandle.current().pid());
                    });
        }
        ClusterLock.acquire(home, "down", Duration.ZERO, said::add).close();
        assertThat(said).isEmpty();
    }

    @Test
    void whoeverWaitsBehindDownStartsAfresh() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        var waiting = new CountDownLatch(1);
        ClusterLock down = ClusterLock.acquire(home, "down", Duration.ZERO, Progress.NONE);
        CompletableFuture<Boolean> up = CompletableFuture.supplyAsync(() -> {
            try (var _ = ClusterLock.acquire(home, "up", Duration.ofSeconds(20), line -> waiting.countDown())) {
                return Files.readString(home.lock()).startsWith("up,");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
        Files.delete(home.lock());
        Files.delete(home.dir());
        down.close();
        assertThat(up.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anotherProcessWaits() throws Exception {
        var home = new ClusterHome(dir.resolve("c"));
        try (var _ = ClusterLock.acquire(home, "up", Duration.ZERO, Progress.NONE)) {
            // Locks of this kind are lost when the holder closes any other channel of the file; only others can tell.
            Process other = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ClusterLockTest.class.getName(),
                            home.dir().toString())
                    .redirectErrorStream(true)
                    .start();
            assertThat(other.inputReader().readLine()).isEqualTo("CLUSTER-LOCKED");
        }
    }

    /** Another process that wants the lock. */
    public static void main(String[] arguments) throws Exception {
        try (var _ =
                ClusterLock.acquire(new ClusterHome(Path.of(arguments[0])), "down", Duration.ZERO, Progress.NONE)) {
            System.out.println("had it");
        } catch (ProblemException e) {
            System.out.println(e.problem().code());
        }
    }
}
