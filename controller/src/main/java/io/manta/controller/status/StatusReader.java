package io.manta.controller.status;

import io.manta.controller.status.DemandReport.Ask;
import io.manta.controller.status.DemandReport.Group;
import io.manta.controller.status.StatusReport.Cost;
import io.manta.controller.status.StatusReport.FailureLine;
import io.manta.controller.status.StatusReport.MachineLine;
import io.manta.controller.status.StatusReport.NodeLine;
import io.manta.controller.status.StatusReport.PausedLine;
import io.manta.controller.status.StatusReport.Setting;
import io.manta.controller.status.StatusReport.SkippedLine;
import io.manta.controller.status.StatusReport.TypeLine;
import io.manta.controller.status.StatusReport.UnmetLine;
import io.manta.controller.status.StatusReport.Usage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reports from JSON, also from that of earlier versions, which have fewer fields. */
final class StatusReader {
    private StatusReader() {}

    static StatusReport report(JsonFields m) {
        return new StatusReport(
                m.text("cluster"),
                m.text("provider"),
                Instant.parse(m.text("at")),
                m.text("phase"),
                (long) m.number("daemon_pid"),
                m.text("head_address"),
                m.text("dashboard_url"),
                m.flag("ray_reachable"),
                m.list("nodes", StatusReader::node),
                m.table("usage", StatusReader::usage),
                m.strings("demands"),
                m.list(
                        "unmet",
                        u -> new UnmetLine(
                                u.text("what"),
                                u.text("reason"),
                                u.text("kind"),
                                (long) u.number("count"),
                                u.flag("permanent"),
                                u.amounts("resources"))),
                m.list("failures", StatusReader::failure),
                m.list(
                        "paused",
                        p -> new PausedLine(p.text("node_type"), Instant.parse(p.text("until")), p.text("reason"))),
                new Setting(m.text("region"), m.text("ray_session"), m.list("node_types", StatusReader::type)),
                demand(m.fields("demand")),
                m.list(
                        "skipped",
                        s -> new SkippedLine(
                                s.text("node_type"),
                                s.text("zone"),
                                s.text("market"),
                                s.text("variant"),
                                Instant.parse(s.text("until")),
                                s.text("reason"))),
                cost(m.fields("cost")));
    }

    private static Usage usage(@Nullable Object json) {
        var u = new JsonFields(json);
        return new Usage(u.number("used"), u.number("total"));
    }

    private static NodeLine node(JsonFields m) {
        return new NodeLine(
                m.text("id"),
                m.text("role"),
                m.text("type"),
                m.text("state"),
                Instant.parse(m.text("since")),
                Instant.parse(m.text("created_at")),
                m.text("address"),
                m.text("step"),
                m.text("detail"),
                m.find("failure").map(f -> failure(new JsonFields(f))),
                new MachineLine(
                        m.text("machine"),
                        m.text("zone"),
                        m.text("market"),
                        m.price("price_per_hour"),
                        (long) m.number("idle_seconds"),
                        m.table("resources", StatusReader::usage)));
    }

    private static TypeLine type(JsonFields t) {
        return new TypeLine(
                t.text("name"),
                t.amounts("resources"),
                (int) t.number("min_workers"),
                (int) t.number("max_workers"),
                t.price("price_per_hour"));
    }

    private static DemandReport demand(JsonFields d) {
        return new DemandReport(
                d.list("requests", StatusReader::ask),
                d.list(
                        "placement_groups",
                        g -> new Group(g.text("id"), g.text("strategy"), g.list("bundles", StatusReader::ask))),
                d.list("floor", StatusReader::ask));
    }

    private static Ask ask(JsonFields a) {
        return new Ask(a.amounts("resources"), (long) a.number("count"));
    }

    private static Cost cost(JsonFields c) {
        return new Cost(
                c.find("charged").isEmpty() || c.flag("charged"),
                c.price("per_hour"),
                (int) c.number("unpriced_nodes"),
                c.price("spent"),
                c.find("since").map(since -> Instant.parse(since.toString())));
    }

    static FailureLine failure(JsonFields f) {
        return new FailureLine(
                Instant.parse(f.text("at")),
                f.text("node"),
                f.text("node_type"),
                f.text("what"),
                f.text("step"),
                f.text("command"),
                (int) f.number("exit_code"),
                f.strings("last_lines"),
                f.text("log"));
    }
}
