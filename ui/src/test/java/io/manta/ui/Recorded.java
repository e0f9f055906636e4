package io.manta.ui;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.SplittableRandom;

/** A cluster's directory as the daemon writes it, made up for tests: the same seed gives the same nodes. */
final class Recorded {
    static final String HOSTILE = "<img src=x onerror=document.body.dataset.owned=1>";

    final Path dir;
    final Instant start;
    final Instant end;
    private final StringBuilder events = new StringBuilder();
    private final StringBuilder nodes = new StringBuilder();

    private Recorded(Path dir, Instant end, int hours) {
        this.dir = dir;
        this.end = end;
        this.start = end.minusSeconds(hours * 3600L);
    }

    /** So many nodes over six hours: most are gone, some failed, some were preempted. */
    static Recorded cluster(Path dir, int workers, Instant end) throws IOException {
        var made = new Recorded(dir, end, 6);
        var random = new SplittableRandom(7);
        made.life("ray-c-head-0", "head", made.start, 0, false, random);
        for (int i = 0; i < workers; i++) {
            long begin = (long) (random.nextDouble() * 5 * 3600);
            made.life(
                    "ray-c-worker-" + i,
                    i % 5 == 0 ? "gpu" : "cpu",
                    made.start.plusSeconds(begin),
                    600 + random.nextInt(5400),
                    i % 40 == 7,
                    random);
        }
        made.write();
        return made;
    }

    private void life(String id, String type, Instant from, long seconds, boolean fails, SplittableRandom random) {
        event(from, "NODE_REQUESTED", id, type, "2 x {CPU: 4} pending do not fit", "\"cause\":\"DEMAND\"");
        event(from.plusSeconds(5), "NODE_LAUNCHED", id, type, "machine m-" + id + " exists", "\"machine\":\"m\"");
        for (int step = 1; step <= 7; step++) {
            event(from.plusSeconds(20 + step * 6L), "STEP_STARTED", id, type, "[" + step + "/7] step " + step, "");
        }
        if (fails) {
            event(from.plusSeconds(70), "SETUP_FAILED", id, type, "[6/7] setup commands: exit code 1", "");
            event(from.plusSeconds(90), "NODE_TERMINATING", id, type, "set-up failed", "\"cause\":\"SETUP_FAILED\"");
            event(from.plusSeconds(110), "NODE_GONE", id, type, "ended", "");
            return;
        }
        event(from.plusSeconds(70), "NODE_JOINED", id, type, type + " has joined", "");
        Instant last = from.plusSeconds(seconds);
        if (seconds == 0 || last.isAfter(end)) {
            node(id, type, "running", from);
            return;
        }
        boolean preempted = random.nextInt(20) == 0;
        if (!preempted) {
            Instant idle = last.minusSeconds(200);
            event(last.minusSeconds(170), "NODE_IDLE", id, type, "has nothing to do", "\"since\":\"" + idle + "\"");
        }
        String cause = preempted ? "INTERRUPTED" : "IDLE";
        event(
                last,
                "DRAIN_STARTED",
                id,
                type,
                preempted ? "the provider takes it away" : "idle for 200 s",
                "\"cause\":\"" + cause + "\"");
        event(last.plusSeconds(20), "NODE_TERMINATING", id, type, "drained", "\"cause\":\"DRAINED\"");
        event(last.plusSeconds(45), "NODE_GONE", id, type, "ended", "");
    }

    void event(Instant at, String type, String node, String nodeType, String message, String details) {
        if (at.isBefore(end)) {
            events.append(line(at, type, node, nodeType, message, details));
        }
    }

    static String line(Instant at, String type, String node, String nodeType, String message, String details) {
        return "{\"v\":1,\"at\":\"" + at + "\",\"type\":\"" + type + "\",\"node\":" + JsonText.quote(node)
                + ",\"node_type\":" + JsonText.quote(nodeType) + ",\"message\":" + JsonText.quote(message)
                + ",\"details\":{" + details + "}}\n";
    }

    private void node(String id, String type, String state, Instant since) {
        nodes.append(nodes.isEmpty() ? "" : ",")
                .append("{\"id\":\"" + id + "\",\"role\":\"" + (type.equals("head") ? "head" : "worker")
                        + "\",\"type\":\"" + type + "\",\"state\":\"" + state + "\",\"since\":\"" + since
                        + "\",\"created_at\":\"" + since + "\",\"address\":\"10.0.0.1\",\"step\":\"\",\"detail\":\"\","
                        + "\"machine\":\"m\",\"zone\":\"eu-1a\",\"market\":\"on_demand\",\"price_per_hour\":0.25,"
                        + "\"idle_seconds\":0,\"resources\":{\"CPU\":{\"used\":3,\"total\":4}}}");
    }

    private void write() throws IOException {
        Files.createDirectories(dir.resolve("history"));
        Files.createDirectories(dir.resolve("logs/ray-c-head-0"));
        Files.writeString(dir.resolve("events.jsonl"), sorted());
        status("running", "");
        var samples =
                new StringBuilder("{\"v\":1,\"types\":[\"cpu\",\"gpu\",\"head\"],\"resources\":[\"CPU\",\"GPU\"]}\n");
        for (long t = start.getEpochSecond(); t <= end.getEpochSecond(); t += 20) {
            double wave = 0.5 - 0.5 * Math.cos((t - start.getEpochSecond()) / 3500.0);
            long cpus = Math.round(20 + 180 * wave);
            samples.append("[" + t + ",[[0,0,0," + cpus / 4 + ",2,0,0],[0,0,0,4,0,0,0],[0,0,0,1,0,0,0]],[["
                    + Math.round(cpus * 0.8) + "," + cpus + "," + Math.round(30 * wave) + ",0],[8,16,4,4]],"
                    + (1 + cpus / 10.0) + ","
                    + (t - start.getEpochSecond()) / 900.0 + "]\n");
        }
        Files.writeString(dir.resolve("history/fine-000000001.jsonl"), samples);
        Files.writeString(dir.resolve("logs/ray-c-head-0/step-7.log"), "ray start\n" + HOSTILE + "\ntoken=abc\n");
    }

    private String sorted() {
        return events.toString()
                        .lines()
                        .sorted((a, b) -> a.substring(14, 34).compareTo(b.substring(14, 34)))
                        .reduce(new StringBuilder(), (out, l) -> out.append(l).append('\n'), StringBuilder::append)
                + "";
    }

    void status(String phase, String more) throws IOException {
        Path next = dir.resolve("status.json.new");
        Files.writeString(next, """
                {"v":2,"cluster":"c","provider":"simulated","region":"eu-1","at":"%s","phase":"%s",
                 "cost":{"charged":true,"per_hour":21.5,"unpriced_nodes":0,"spent":24.1,"since":"%s"},
                 "nodes":[%s],
                 "node_types":[{"name":"cpu","resources":{"CPU":4},"min_workers":0,"max_workers":900},
                   {"name":"gpu","resources":{"CPU":4,"GPU":4},"min_workers":0,"max_workers":90},
                   {"name":"head","resources":{"CPU":4},"min_workers":0,"max_workers":0}],
                 "usage":{"CPU":{"used":140,"total":180},"GPU":{"used":8,"total":16}},
                 "demands":["{'GPU': 8.0}: 2+ pending tasks/actors"],
                 "unmet":[{"what":"2 x {GPU: 8}","reason":"needs 8 GPU; the largest type has 4","permanent":true,"resources":{"GPU":16}}],
                 "paused":[{"node_type":"gpu","until":"%s","reason":"set-up failed 3 times"}],
                 "skipped":[{"node_type":"gpu","zone":"eu-1b","market":"spot","variant":"","until":"%s","reason":"no capacity"}],
                 "failures":[]%s}
                """.formatted(
                        Instant.now(), phase, start, nodes, end.plusSeconds(600), end.plusSeconds(300), more));
        Files.move(next, dir.resolve("status.json"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    void append(String line) throws IOException {
        Files.writeString(dir.resolve("events.jsonl"), line, StandardOpenOption.APPEND);
    }

    Shown shown(String name) {
        return new Shown(name, dir, "{\"provider\":\"simulated\",\"created_at\":\"" + start + "\"}");
    }
}
