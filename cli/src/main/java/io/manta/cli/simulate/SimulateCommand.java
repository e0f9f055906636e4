package io.manta.cli.simulate;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.ui.ReplayFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code manta simulate}: how a cluster file would do under a load, without a cloud. */
public final class SimulateCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("simulate", "try cluster files against a load curve, without a cloud and in seconds")
                .rest("FILE", "cluster YAML files; several are compared side by side")
                .option("--load CURVE", "YAML file with the load, see above")
                .option("--out DIRECTORY", "write timeline.csv and timeline.json there")
                .option("--html FILE", "write a page that plays what happened; it needs nothing but a browser")
                .output()
                .detail("""
                        The real planner and the real loop run against a simulated cloud and a simulated Ray, on a clock of \
                        their own. A load curve looks like this:

                          duration: 24h
                          cloud: {boot: 90s, stop: 30s, setup_failures: 0.01, preemptions_per_hour: 0.1,
                                  capacity: {gpu: 4}}      # preemptions hit spot machines
                          loads:
                            - {resources: {CPU: 1}, takes: 5m, per_minute: [[0h, 10], [8h, 200], [20h, 20]]}
                            - {resources: {GPU: 1}, takes: 30m, at: 2h, count: 16}""")
                .example(
                        "manta simulate cluster.yaml --load day.yaml", "what a day would cost, and how long tasks wait")
                .example("manta simulate a.yaml b.yaml --load day.yaml --html day.html", "compare two configurations");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        List<String> files = call.rest("FILE");
        if (files.isEmpty()) {
            throw call.usage("missing FILE");
        }
        String load = call.text("--load").orElseThrow(() -> call.usage("missing --load CURVE"));
        LoadCurve curve = LoadCurveReader.read(Path.of(load));
        var configs = new ArrayList<ClusterConfig>();
        for (String file : files) {
            Loaded loaded = ConfigLoader.load(Path.of(file), Overrides.NONE.withoutFileChecks());
            configs.add(loaded.config().orElseThrow(() -> new ProblemException(loaded.problems())));
        }
        boolean namesTell = configs.stream().map(ClusterConfig::name).distinct().count() == configs.size();
        var results = new ArrayList<SimulationResult>();
        var page = new StringBuilder();
        for (int i = 0; i < files.size(); i++) {
            ClusterConfig config = configs.get(i);
            String name = namesTell ? config.name() : files.get(i);
            call.console().progress("simulating " + name);
            SimulationRecording recording = new SimulationRecording(name, config, curve.duration());
            boolean wanted = call.text("--html").isPresent();
            Simulation simulation = new Simulation(name, config, curve, wanted ? recording : event -> {});
            SimulationResult result = (wanted ? simulation.watchedBy(recording) : simulation)
                    .run(percent -> call.console().progress("simulating " + name + ": " + percent + " %"));
            results.add(result);
            page.append(wanted ? recording.lines(result) : "");
        }
        if (call.text("--html").isPresent()) {
            Path file = Path.of(call.text("--html").get());
            String title = String.join(
                    " and ", results.stream().map(SimulationResult::name).toList());
            Files.writeString(file, ReplayFile.html(title + " · Manta", page.toString()));
            call.console().say("wrote " + file + ": open it in a browser");
        }
        if (call.text("--out").isPresent()) {
            Timeline.write(Path.of(call.text("--out").get()), results);
        }
        if (call.wantsJson()) {
            call.console()
                    .data(JSON.std.asString(
                            results.stream().map(SimulationText::json).toList()));
        } else {
            SimulationText.table(results).forEach(call.console()::data);
        }
        return ExitCode.OK;
    }
}
