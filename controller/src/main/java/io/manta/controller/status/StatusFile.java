package io.manta.controller.status;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.PausedLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@link StatusReport} as JSON; the same shape that {@code status -o json} prints. */
public final class StatusFile {
    /** Written into the file; grows when the meaning of a field changes. */
    public static final int VERSION = 1;

    private StatusFile() {}

    public static void write(Path file, StatusReport report) throws IOException {
        AtomicFile.write(file, toJson(report));
    }

    /** Absent when there is no report, or when it cannot be read. */
    public static Optional<StatusReport> read(Path file) {
        try {
            return Optional.of(fromJson(Files.readString(file)));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    public static String toJson(StatusReport report) throws IOException {
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(toMap(report)) + "\n";
    }

    /** Keys in the order in which people read them. */
    public static Map<String, Object> toMap(StatusReport r) {
        var map = new LinkedHashMap<String, Object>();
        map.put("version", VERSION);
        map.put("cluster", r.cluster());
        map.put("provider", r.provider());
        map.put("at", r.at().toString());
        map.put("phase", r.phase());
        map.put("daemon_pid", r.daemonPid());
        map.put("head_address", r.headAddress());
        map.put("dashboard_url", r.dashboardUrl());
        map.put("ray_reachable", r.rayReachable());
        map.put("nodes", r.nodes().stream().map(StatusFile::node).toList());
        var usage = new LinkedHashMap<String, Object>();
        r.usage().forEach((name, u) -> usage.put(name, Map.of("used", u.used(), "total", u.total())));
        map.put("usage", usage);
        map.put("demands", r.demands());
        map.put(
                "unmet",
                r.unmet().stream()
                        .map(u -> Map.of("what", u.what(), "reason", u.reason()))
                        .toList());
        map.put("failures", r.failures().stream().map(StatusFile::failureMap).toList());
        map.put(
                "paused",
                r.paused().stream()
                        .map(p -> Map.of(
                                "node_type", p.nodeType(), "until", p.until().toString(), "reason", p.reason()))
                        .toList());
        return map;
    }

    public static StatusReport fromJson(String json) throws IOException {
        Map<String, Object> m = JSON.std.mapFrom(json);
        var usage = new LinkedHashMap<String, Usage>();
        object(m.get("usage")).forEach((name, value) -> {
            Map<String, Object> u = object(value);
            usage.put(name, new Usage(number(u.get("used")), number(u.get("total"))));
        });
        return new StatusReport(
                text(m, "cluster"),
                text(m, "provider"),
                Instant.parse(text(m, "at")),
                text(m, "phase"),
                (long) number(m.get("daemon_pid")),
                text(m, "head_address"),
                text(m, "dashboard_url"),
                Boolean.TRUE.equals(m.get("ray_reachable")),
                objects(m.get("nodes"), StatusFile::node),
                usage,
                strings(m.get("demands")),
                objects(m.get("unmet"), u -> new UnmetLine(text(u, "what"), text(u, "reason"))),
                objects(m.get("failures"), StatusFile::failureOf),
                objects(
                        m.get("paused"),
                        p -> new PausedLine(text(p, "node_type"), Instant.parse(text(p, "until")), text(p, "reason"))));
    }

    private static Map<String, Object> node(NodeLine n) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", n.id());
        map.put("role", n.role());
        map.put("type", n.type());
        map.put("state", n.state());
        map.put("since", n.since().toString());
        map.put("created_at", n.createdAt().toString());
        map.put("address", n.address());
        map.put("step", n.step());
        map.put("detail", n.detail());
        n.failure().ifPresent(f -> map.put("failure", failureMap(f)));
        return map;
    }

    private static NodeLine node(Map<String, Object> m) {
        return new NodeLine(
                text(m, "id"),
                text(m, "role"),
                text(m, "type"),
                text(m, "state"),
                Instant.parse(text(m, "since")),
                Instant.parse(text(m, "created_at")),
                text(m, "address"),
                text(m, "step"),
                text(m, "detail"),
                Optional.ofNullable(m.get("failure")).map(StatusFile::failureOf));
    }

    public static Map<String, Object> failureMap(FailureLine f) {
        var map = new LinkedHashMap<String, Object>();
        map.put("at", f.at().toString());
        map.put("node", f.node());
        map.put("node_type", f.nodeType());
        map.put("what", f.what());
        map.put("step", f.step());
        map.put("command", f.command());
        map.put("exit_code", f.exitCode());
        map.put("last_lines", f.lastLines());
        map.put("log", f.log());
        return map;
    }

    public static FailureLine failureOf(@Nullable Object json) {
        Map<String, Object> m = object(json);
        return new FailureLine(
                Instant.parse(text(m, "at")),
                text(m, "node"),
                text(m, "node_type"),
                text(m, "what"),
                text(m, "step"),
                text(m, "command"),
                (int) number(m.get("exit_code")),
                strings(m.get("last_lines")),
                text(m, "log"));
    }

    private static String text(Map<String, Object> map, String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    private static double number(@Nullable Object value) {
        return value instanceof Number n ? n.doubleValue() : 0;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(@Nullable Object value) {
        return value instanceof Map<?, ?> ? (Map<String, Object>) value : Map.of();
    }

    private static List<String> strings(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static <T> List<T> objects(@Nullable Object value, Function<Map<String, Object>, T> read) {
        var out = new ArrayList<T>();
        if (value instanceof List<?> list) {
            list.forEach(item -> out.add(read.apply(object(item))));
        }
        return List.copyOf(out);
    }
}
