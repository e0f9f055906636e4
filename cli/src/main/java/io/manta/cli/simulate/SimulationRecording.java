package io.manta.cli.simulate;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.history.Activity;
import io.manta.controller.history.Sample;
import io.manta.controller.history.SampleLines;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.core.event.ClusterEvent;
import io.manta.core.event.EventLog;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ObjDoubleConsumer;

/** What a simulation did, as the lines from which the page is drawn. */
final class SimulationRecording implements EventLog, ObjDoubleConsumer<StatusReport> {
    private static final int MOST_SAMPLES = 1500;

    private final String name;
    private final ClusterConfig config;
    private final StringBuilder lines = new StringBuilder();
    private final SampleLines samples = new SampleLines();
    private final Activity activity = new Activity(this);
    private final Duration apart;
    private Instant next = Instant.MIN;

    SimulationRecording(String name, ClusterConfig config, Duration duration) {
        this.name = name;
        this.config = config;
        this.apart = duration.dividedBy(MOST_SAMPLES);
    }

    @Override
    public void append(ClusterEvent event) {
        line('e', EventFile.toMap(event));
    }

    @Override
    public void accept(StatusReport report, double cost) {
        activity.look(report);
        if (report.at().isBefore(next)) {
            return;
        }
        next = report.at().plus(apart);
        Cost known = report.cost();
        Sample sample = Sample.of(report.with(
                new Cost(true, known.perHour(), known.unpricedNodes(), OptionalDouble.of(cost), known.since())));
        for (String text : samples.lines(sample)) {
            lines.append(text.startsWith("{") ? 'H' : 'h').append(text).append('\n');
        }
    }

    /** Begins with what is known of the cluster and what came of it. */
    String lines(SimulationResult result) {
        var about = new LinkedHashMap<String, Object>();
        about.put("name", name);
        about.put("mode", "simulated");
        about.put("provider", config.provider().type());
        about.put(
                "node_types",
                config.nodeTypes().values().stream()
                        .map(SimulationRecording::type)
                        .toList());
        about.put("figures", SimulationText.figures(result));
        return "c" + json(about) + "\n" + lines;
    }

    private static Map<String, Object> type(NodeType type) {
        return Map.of("name", type.name(), "resources", type.resources().amounts());
    }

    private void line(char kind, Object value) {
        lines.append(kind).append(json(value)).append('\n');
    }

    private static String json(Object value) {
        try {
            return JSON.std.asString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
