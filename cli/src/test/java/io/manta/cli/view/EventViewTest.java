package io.manta.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.Reports;
import io.manta.cli.terminal.Paint;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.NodeId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventViewTest {
    private static final Paint PLAIN = new Paint(false);

    private static ClusterEvent event(ClusterEvent.Type type, String message, Map<String, String> details) {
        return new ClusterEvent(
                Reports.NOW, type, Optional.of(new NodeId("w-1")), Optional.of("worker"), message, details);
    }

    @Test
    void failureShowsItsLastLines() {
        var failed = event(ClusterEvent.Type.SETUP_FAILED, "`false` ended with 1", Map.of("last_lines", "one\ntwo"));
        assertThat(EventView.progress(failed, PLAIN))
                .contains("w-1  set-up failed: `false` ended with 1\n    one\n    two");
    }

    @Test
    void finishedStepTellsHowLongItTook() {
        var step = event(ClusterEvent.Type.STEP_FINISHED, "[7/7] Starting Ray", Map.of("took_ms", "17345"));
        assertThat(EventView.line(step, ZoneOffset.UTC, PLAIN)).isEqualTo("05:06:07 w-1  [7/7] Starting Ray (17.3 s)");
    }

    @Test
    void startOfAStepIsNoiseToThoseWhoWait() {
        var step = event(ClusterEvent.Type.STEP_STARTED, "[7/7] Starting Ray", Map.of());
        assertThat(EventView.progress(step, PLAIN)).isEmpty();
        assertThat(EventView.isDecision(step)).isFalse();
    }

    @Test
    void everyTypeHasALine() {
        for (ClusterEvent.Type type : ClusterEvent.Type.values()) {
            assertThat(EventView.line(event(type, "message", Map.of()), ZoneOffset.UTC, PLAIN))
                    .as(type.name())
                    .startsWith("05:06:07 w-1  ")
                    .endsWith("message");
        }
    }
}
