package io.manta.controller.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
}
