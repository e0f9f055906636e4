package io.manta.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Results as a table, one column per configuration. */
final class SimulationText {
    private static final Map<String, Function<SimulationResult, String>> ROWS = rows();

    private SimulationText() {}

    private static Map<String, Function<SimulationResult, String>> rows() {
        var rows = new LinkedHashMap<String, Function<SimulationResult, String>>();
        rows.put("cost", r -> number("%.2f $", r.cost()));
        rows.put("node-hours", r -> number("%.1f", r.nodeHours()));
        rows.put("launches", r -> Integer.toString(r.launched()));
        rows.put("most nodes at once", r -> Integer.toString(r.peakNodes()));
        rows.put("CPU utilisation", r -> number("%.0f %%", 100 * r.utilization()));
        rows.put("tasks finished", r -> Long.toString(r.finished()));
        rows.put("tasks restarted", r -> Long.toString(r.restarted()));
        rows.put("tasks still waiting", r -> Long.toString(r.stillWaiting()));
        rows.put("wait, median", r -> number("%.0f s", r.waited(0.5)));
        rows.put("wait, 90 %", r -> number("%.0f s", r.waited(0.9)));
        rows.put("wait, 99 %", r -> number("%.0f s", r.waited(0.99)));
        rows.put("wait, longest", r -> number("%.0f s", r.waited(1)));
        return rows;
    }

    static List<String> table(List<SimulationResult> results) {
        var lines = new ArrayList<String>();
        lines.add(line("", results, SimulationResult::name));
        ROWS.forEach((name, value) -> lines.add(line(name, results, value)));
        return lines;
    }

    private static String line(String name, List<SimulationResult> results, Function<SimulationResult, String> value) {
        var line = new StringBuilder(String.format(Locale.ROOT, "%-20s", name));
        results.forEach(r -> line.append(String.format(Locale.ROOT, " %16s", value.apply(r))));
        return line.toString();
    }

    static Map<String, Object> json(SimulationResult result) {
        var out = new LinkedHashMap<String, Object>();
        out.put("name", result.name());
        out.put("cost", result.cost());
        out.put("node_hours", result.nodeHours());
        out.put("launches", result.launches());
        out.put("peak_nodes", result.peakNodes());
        out.put("utilization", result.utilization());
        out.put("finished", result.finished());
        out.put("restarted", result.restarted());
        out.put("still_waiting", result.stillWaiting());
        out.put("wait_p50", result.waited(0.5));
        out.put("wait_p90", result.waited(0.9));
        out.put("wait_p99", result.waited(0.99));
        out.put("wait_max", result.waited(1));
        return out;
    }

    /** The rows of the table, for one configuration. */
    static List<List<String>> figures(SimulationResult result) {
        return ROWS.entrySet().stream()
                .map(row -> List.of(row.getKey(), row.getValue().apply(result)))
                .toList();
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
