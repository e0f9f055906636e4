package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.TextTable;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.FittedDefault;
import io.manta.cli.wire.PlannedConfig;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Preflight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@code manta doctor}: whether a cluster could be brought up, without touching anything. */
public final class DoctorCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("doctor", "check everything a cluster needs, and change nothing")
                .optionalParameter(
                        "CLUSTER",
                        "cluster YAML file or recorded name; without it, cluster.yaml here, the only cluster there is, or this"
                                + " machine")
                .clusterName()
                .flag("--policy", "print what the user and the head must be allowed to, for an administrator")
                .account()
                .output()
                .detail("Ends with 0 when a cluster could be brought up, with 1 when a problem blocks it.")
                .example("manta doctor", "what this machine has, and what a cluster on it may use")
                .example("manta doctor cluster.yaml", "one line for everything looked at, with a way out where needed");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterConfig config = FittedDefault.isMeant(call) ? FittedDefault.planned(call) : PlannedConfig.of(call);
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            if (call.flag("--policy")) {
                return policies(call, cluster.provider().features().policies(config));
            }
            Preflight preflight = cluster.provider().check(config, Depth.THOROUGH);
            if (call.wantsJson()) {
                call.console().data(json(preflight));
            } else {
                table(preflight, call.console());
            }
            return preflight.isClean() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static int policies(Call call, Map<String, String> policies) {
        if (policies.isEmpty()) {
            call.console().say("This provider needs no rights to be granted.");
        }
        policies.forEach((who, document) -> {
            call.console().say("For the " + who + ":");
            call.console().data(document);
        });
        return ExitCode.OK;
    }

    private static void table(Preflight preflight, Console console) {
        var table = new TextTable("WHAT", "STATE", "FOUND");
        for (Preflight.Finding finding : preflight.findings()) {
            table.row(finding.subject(), state(finding), finding.result());
        }
        console.data(table.text(console.paint()));
        console.problems(preflight.problems());
        long wrong = preflight.problems().stream().filter(Problem::isError).count();
        console.say(
                wrong == 0
                        ? "All checks passed."
                        : wrong == 1 ? "1 problem blocks `manta up`." : wrong + " problems block `manta up`.");
    }

    private static String state(Preflight.Finding finding) {
        return finding.problem()
                .map(problem -> problem.level().name().toLowerCase(Locale.ROOT))
                .orElse("ok");
    }

    private static String json(Preflight preflight) throws IOException {
        var rows = new ArrayList<Map<String, Object>>();
        for (Preflight.Finding finding : preflight.findings()) {
            var row = new LinkedHashMap<String, Object>();
            row.put("subject", finding.subject());
            row.put("state", state(finding));
            row.put("found", finding.result());
            finding.problem().ifPresent(problem -> {
                row.put("code", problem.code());
                row.put("why", problem.why());
                row.put("fix", problem.fix());
            });
            rows.add(row);
        }
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(Map.of("findings", rows));
    }
}
