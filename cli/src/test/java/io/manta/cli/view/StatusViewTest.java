package io.manta.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.Reports;
import io.manta.cli.terminal.Paint;
import io.manta.controller.status.StatusReport;
import io.manta.testkit.Golden;
import java.io.IOException;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class StatusViewTest {
    private static String text(StatusReport report) {
        return StatusView.text(report, Reports.NOW, ZoneOffset.UTC, new Paint(false));
    }

    @Test
    void beginsWithTheBlockThatUsersOfRayKnow() {
        assertThat(text(Reports.quiet("local"))).startsWith("""
                ======== Autoscaler status: 2026-03-04 05:06:07.089012 ========
                Node status
                ---------------------------------------------------------------
                Healthy:
                 1 head
                Pending:
                 (no pending nodes)
                Recent failures:
                 (no failures)

                Resources
                ---------------------------------------------------------------
                Usage:
                 0.0/2.0 CPU
                 0.00/4.358 GiB memory
                 0.00/2.179 GiB object_store_memory

                Demands:
                 (no resource demands)
                """);
    }

    @Test
    void tellsWhatEachNodeWaitsForAndWhatWentWrong() throws IOException {
        Golden.assertMatches("status-busy.txt", text(Reports.busy("local")));
    }

    @Test
    void coloursOnlyWhenAsked() {
        assertThat(text(Reports.busy("local"))).doesNotContain("\u001b");
        assertThat(StatusView.text(Reports.busy("local"), Reports.NOW, ZoneOffset.UTC, new Paint(true)))
                .contains("\u001b[1;31mFailed: \u001b[0m");
    }
}
