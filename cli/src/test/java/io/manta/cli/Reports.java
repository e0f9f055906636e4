package io.manta.cli;

import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.PausedLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Status reports for tests. */
public final class Reports {
    public static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089012Z");

    private Reports() {}

    /** A head and nothing else. */
    public static StatusReport quiet(String cluster) {
        return new StatusReport(
                cluster,
                "localhost",
                NOW,
                "running",
                4242,
                "127.0.0.1:6379",
                "http://127.0.0.1:8265",
                true,
                List.of(node("head-1", "head", "running", 300, "127.0.0.1", "", "", Optional.empty())),
                Map.of(
                        "CPU", new Usage(0, 2),
                        "memory", new Usage(0, 4_679_365_099.0),
                        "object_store_memory", new Usage(0, 2_339_682_549.0),
                        "node:127.0.0.1", new Usage(0, 1)),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** A worker in each state, demand, and trouble of every kind. */
    public static StatusReport busy(String cluster) {
        var failure = new FailureLine(
                NOW.minusSeconds(90),
                "worker-4",
                "worker",
                "the command ended with exit code 1",
                "[6/7] Running setup commands",
                "pip install no-such-thing",
                1,
                List.of("ERROR: No matching distribution found for no-such-thing"),
                "/home/me/.manta/clusters/local/logs/worker-4/step-6.log");
        return new StatusReport(
                cluster,
                "localhost",
                NOW,
                "running",
                4242,
                "127.0.0.1:6379",
                "",
                true,
                List.of(
                        node("head-1", "head", "running", 7500, "127.0.0.1", "", "", Optional.empty()),
                        node("worker-1", "worker", "running", 61, "127.0.0.1", "", "busy", Optional.empty()),
                        node(
                                "worker-2",
                                "worker",
                                "setting_up",
                                5,
                                "127.0.0.1",
                                "[6/7] Running setup commands",
                                "",
                                Optional.empty()),
                        node("worker-3", "worker", "requested", 1, "", "", "waits for its machine", Optional.empty()),
                        node("worker-4", "worker", "failed", 90, "127.0.0.1", "", "", Optional.of(failure))),
                Map.of("CPU", new Usage(1.5, 2), "GPU", new Usage(0, 0.5)),
                List.of("{'CPU': 1.0}: 5+ pending tasks/actors"),
                List.of(new UnmetLine("1 x {GPU: 8}", "needs 8 GPU; the largest type has 4")),
                List.of(failure),
                List.of(new PausedLine("worker", NOW.plusSeconds(600), "set-up failed 3 times")));
    }

    private static NodeLine node(
            String id,
            String type,
            String state,
            long age,
            String address,
            String step,
            String detail,
            Optional<FailureLine> failure) {
        return new NodeLine(
                id,
                type.equals("head") ? "head" : "worker",
                type,
                state,
                NOW.minusSeconds(age),
                NOW.minusSeconds(age + 10),
                address,
                step,
                detail,
                failure);
    }
}
