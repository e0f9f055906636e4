package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.testkit.Configs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceTest {
    @TempDir
    Path dir;

    private static ClusterConfig in(String region) {
        return Configs.small("c", "aws", Map.of("region", region));
    }

    @Test
    void aFileThatPointsElsewhereIsRefusedAndNamesBothPlaces() throws Exception {
        var home = new ClusterHome(dir);
        Place.check(home, in("eu-west-1"));
        new ClusterRecord("c", "aws", "", Instant.EPOCH, Optional.empty(), Place.of(in("us-west-2"))).write(home);
        Place.check(home, in("us-west-2"));
        assertThatThrownBy(() -> Place.check(home, in("eu-west-1")))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().code()).isEqualTo("CLUSTER-ELSEWHERE");
                    assertThat(e.problem().what()).contains("us-west-2", "eu-west-1");
                });
        assertThatThrownBy(() -> Place.check(home, Configs.small("c", "gcp", Map.of())))
                .hasMessageContaining("type aws");
    }
}
