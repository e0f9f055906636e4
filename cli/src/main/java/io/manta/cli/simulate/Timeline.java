package io.manta.cli.simulate;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.simulate.SimulationResult.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes how a simulation went, minute by minute: CSV, JSON and a picture. */
final class Timeline {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 150;
    private static final int GAP = 40;
    private static final List<String> COLOURS = List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd");

    private Timeline() {}

    static void write(Path directory, List<SimulationResult> results) throws IOException {
        Files.createDirectories(directory);
        for (int i = 0; i < results.size(); i++) {
            SimulationResult result = results.get(i);
            String name = results.size() == 1 ? "timeline" : "timeline-" + (i + 1);
            Files.writeString(directory.resolve(name + ".csv"), csv(result));
            Files.writeString(directory.resolve(name + ".json"), json(result));
        }
        Files.writeString(directory.resolve("timeline.svg"), svg(results));
    }

    private static String csv(SimulationResult result) {
        var out = new StringBuilder("seconds,nodes,coming,waiting,cpus,busy_cpus,cost\n");
        for (Sample s : result.samples()) {
            out.append(String.format(
                    Locale.ROOT,
                    "%d,%d,%d,%d,%.2f,%.2f,%.4f%n",
                    s.seconds(),
                    s.nodes(),
                    s.coming(),
                    s.waiting(),
                    s.cpus(),
                    s.busyCpus(),
                    s.costSoFar()));
        }
        return out.toString();
    }

    private static String json(SimulationResult result) throws IOException {
        var out = new LinkedHashMap<String, Object>(SimulationText.json(result));
        out.put("samples", result.samples().stream().map(Timeline::json).toList());
        return JSON.std.asString(out);
    }

    private static Map<String, Object> json(Sample sample) {
        var out = new LinkedHashMap<String, Object>();
        out.put("seconds", sample.seconds());
        out.put("nodes", sample.nodes());
        out.put("coming", sample.coming());
        out.put("waiting", sample.waiting());
        out.put("cpus", sample.cpus());
        out.put("busy_cpus", sample.busyCpus());
        out.put("cost", sample.costSoFar());
        return out;
    }

    private static String svg(List<SimulationResult> results) {
        var out = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                WIDTH + 2 * GAP,
                4 * (HEIGHT + GAP) + 2 * GAP));
        for (int i = 0; i < results.size(); i++) {
            out.append(String.format(
                    "<text x=\"%d\" y=\"20\" fill=\"%s\">%s</text>%n",
                    GAP + 200 * i,
                    COLOURS.get(i % COLOURS.size()),
                    escaped(results.get(i).name())));
        }
        chart(out, 0, "nodes", results, Sample::nodes);
        chart(out, 1, "tasks waiting", results, Sample::waiting);
        chart(out, 2, "busy CPUs", results, Sample::busyCpus);
        chart(out, 3, "cost so far, $", results, Sample::costSoFar);
        return out.append("</svg>\n").toString();
    }

    private static void chart(
            StringBuilder out, int row, String title, List<SimulationResult> results, ToDoubleFunction<Sample> value) {
        int top = GAP + row * (HEIGHT + GAP);
        double most = results.stream()
                .flatMap(r -> r.samples().stream())
                .mapToDouble(value)
                .max()
                .orElse(1);
        double span = results.stream()
                .flatMap(r -> r.samples().stream())
                .mapToDouble(Sample::seconds)
                .max()
                .orElse(1);
        out.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\">%s (most: %.1f)</text>%n<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                        + " fill=\"none\" stroke=\"#ccc\"/>%n",
                GAP,
                top + 12,
                title,
                most,
                GAP,
                top + 18,
                WIDTH,
                HEIGHT));
        for (int i = 0; i < results.size(); i++) {
            out.append("<polyline fill=\"none\" stroke=\"")
                    .append(COLOURS.get(i % COLOURS.size()))
                    .append("\" points=\"");
            for (Sample sample : results.get(i).samples()) {
                double x = GAP + WIDTH * sample.seconds() / Math.max(1, span);
                double y = top + 18 + HEIGHT * (1 - value.applyAsDouble(sample) / Math.max(1e-9, most));
                out.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            }
            out.append("\"/>\n");
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
