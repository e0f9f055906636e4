package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Durations;
import io.manta.cli.terminal.TextTable;
import io.manta.cli.view.CostView;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.controller.status.StatusReport.Cost;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code manta list}: what {@code up} has recorded on this machine. */
public final class ListCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("list", "list the clusters made here")
                .output()
                .example("manta list", "name, provider, phase, nodes, cost, age and file of each cluster");
    }

    @Override
    public int run(Call call) throws IOException {
        List<ClusterHome> homes = call.home().recorded();
        if (call.wantsJson()) {
            var clusters = new ArrayList<Map<String, Object>>();
            homes.forEach(home -> ClusterRecord.read(home).ifPresent(record -> clusters.add(json(home, record))));
            call.console().data(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(clusters));
            return ExitCode.OK;
        }
        if (homes.isEmpty()) {
            call.console().say("no clusters; 'manta up' makes one on this machine");
            return ExitCode.OK;
        }
        boolean priced = homes.stream()
                .flatMap(home -> StatusFile.read(home.status()).stream())
                .anyMatch(report -> isPriced(report.cost()));
        var columns = new ArrayList<>(List.of("NAME", "PROVIDER", "PHASE", "NODES", "AGE", "FILE"));
        if (priced) {
            columns.addAll(4, List.of("COST", "SPENT"));
        }
        var table = new TextTable(columns.toArray(String[]::new));
        for (ClusterHome home : homes) {
            ClusterRecord.read(home)
                    .ifPresent(record -> table.row(
                            row(home, record, priced, call.console().now()).toArray(String[]::new)));
        }
        call.console().data(table.text(call.console().paint()));
        return ExitCode.OK;
    }

    private static List<String> row(ClusterHome home, ClusterRecord record, boolean priced, Instant now) {
        Optional<StatusReport> status = StatusFile.read(home.status());
        var row = new ArrayList<String>();
        row.add(record.name());
        row.add(record.provider());
        row.add(status.map(StatusReport::phase).orElse("unknown"));
        row.add(status.map(s -> Integer.toString(s.nodes().size())).orElse(""));
        if (priced) {
            Optional<Cost> cost = status.map(StatusReport::cost).filter(ListCommand::isPriced);
            row.add(cost.map(CostView::perHour).orElse(""));
            row.add(cost.filter(c -> c.spent().isPresent())
                    .map(c -> CostView.dollars(c.spent().getAsDouble()))
                    .orElse(""));
        }
        row.add(Durations.since(record.createdAt(), now));
        row.add(record.source().isEmpty() ? "(built in)" : record.source());
        return row;
    }

    /** Where machines are one's own, columns about money would only be empty. */
    private static boolean isPriced(Cost cost) {
        return cost.charged() && (cost.perHour().isPresent() || cost.unpricedNodes() > 0);
    }

    private static Map<String, Object> json(ClusterHome home, ClusterRecord record) {
        Optional<StatusReport> status = StatusFile.read(home.status());
        var map = new LinkedHashMap<String, Object>();
        map.put("name", record.name());
        map.put("provider", record.provider());
        map.put("phase", status.map(StatusReport::phase).orElse("unknown"));
        map.put("nodes", status.map(s -> s.nodes().size()).orElse(0));
        map.put("head_address", status.map(StatusReport::headAddress).orElse(""));
        status.ifPresent(s -> {
            s.cost().perHour().ifPresent(value -> map.put("cost_per_hour", value));
            s.cost().spent().ifPresent(value -> map.put("spent", value));
        });
        map.put("created_at", record.createdAt().toString());
        map.put("file", record.source());
        return map;
    }
}
