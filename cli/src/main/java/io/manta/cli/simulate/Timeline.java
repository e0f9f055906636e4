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

/** Writes how a simulation went, minute by minute: CSV and JSON. */
final class Timeline {
    private Timeline() {}

    static void write(Path directory, List<SimulationResult> results) throws IOException {
        Files.createDirectories(directory);
        for (int i = 0; i < results.size(); i++) {
            SimulationResult result = results.get(i);
            String name = results.size() == 1 ? "timeline" : "timeline-" + (i + 1);
            Files.writeString(directory.resolve(name + ".csv"), csv(result));
            Files.writeString(directory.resolve(name + ".json"), json(result));
        }
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
}
