package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.ray.DriverMessages.Severity;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.AutoscalerReport;
import io.manta.spi.ray.AutoscalerReport.Failed;
import io.manta.spi.ray.AutoscalerReport.Pending;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people see through real Ray of what we tell it, and whom it listens to. */
@Tag("ray")
@ExtendWith(SharedRay.class)
class RealRayMessagesIT {
    @Test
    void rayStatusShowsPendingNodesAndFailures(RealRay ray) throws Exception {
        Instant now = Instant.now();
        ray.gcs()
                .report(new AutoscalerReport(
                        now.toEpochMilli(),
                        List.of(
                                new Pending("cpu2", "w-99", "127.0.0.9", "setting-up"),
                                new Pending("cpu4", "", "", ""),
                                new Pending("cpu4", "", "", "")),
                        List.of(new Failed("gpu8", 1, "no capacity in zone z1", now.minusSeconds(60), now)),
                        List.of(new Demand.Request(Resources.of("GPU", 64), 1)),
                        List.of()));
        assertThat(ray.status())
                .contains("cpu4, 2 launching")
                .contains("w-99: cpu2, setting-up")
                .contains("gpu8: LaunchFailed")
                .contains("no capacity in zone z1");
    }

    @Test
    void driversPrintWhatIsAnnounced(RealRay ray) throws Exception {
        var messages = new DriverMessages(ray.sessionDir());
        try (var driver = ray.startDriver()) {
            assertThat(messages.announce("Adding 1 node(s) of type worker.", Severity.INFO))
                    .isTrue();
            assertThat(messages.announce("Resized to 3 CPUs.", Severity.INFO)).isTrue();
            assertThat(driver.waitFor("Adding 1 node(s) of type worker.")).contains("(autoscaler +");
            assertThat(driver.waitFor("Resized to 3 CPUs.")).contains("(autoscaler +");
        }
    }

    @Test
    void asksForTheToken(RealRay ray) throws Exception {
        assumeTrue(ray.asksForTokens(), "not applicable: this Ray has no token authentication");
        for (Optional<String> wrong : List.of(Optional.<String>empty(), Optional.of("another"))) {
            try (var client = GcsRayCluster.connect(ray.address(), wrong)) {
                var failure = catchThrowableOfType(RayException.class, client::state);
                assertThat(failure.problem().code()).isEqualTo("RAY-AUTH");
            }
        }
    }
}
