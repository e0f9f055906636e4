package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.view.OutlookView;
import io.manta.cli.wire.Cluster;
import io.manta.cli.wire.PlannedConfig;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@code manta plan}: what {@code up} would make, use and change, and what it would cost. */
public final class PlanCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("plan", "show what 'manta up' would make and cost, and change nothing")
                .onlyCluster()
                .account()
                .output()
                .example("manta plan cluster.yaml", "things to be made and used, and the price per hour");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterConfig config = PlannedConfig.of(call);
        try (Cluster cluster = Cluster.open(call.home(), config)) {
            Preflight preflight = cluster.provider().check(config, Depth.QUICK);
            if (!preflight.isClean()) {
                throw new ProblemException(preflight.problems());
            }
            Outlook outlook = cluster.provider().features().outlook(config);
            if (call.wantsJson()) {
                call.console().data(json(outlook));
            } else {
                call.console().problems(preflight.problems());
                OutlookView.show(outlook, call.console().paint(), call.console()::data);
            }
            return ExitCode.OK;
        }
    }

    private static String json(Outlook outlook) throws IOException {
        var things = new ArrayList<Map<String, Object>>();
        outlook.things()
                .forEach(thing -> things.add(Map.of(
                        "change", thing.change().name().toLowerCase(Locale.ROOT),
                        "kind", thing.kind(),
                        "name", thing.name(),
                        "why", thing.why())));
        var prices = new ArrayList<Map<String, Object>>();
        for (Outlook.Price price : outlook.prices()) {
            var row = new LinkedHashMap<String, Object>();
            row.put("node_type", price.nodeType());
            row.put("machine", price.machine());
            price.onDemand().ifPresent(value -> row.put("on_demand", value));
            price.spot().ifPresent(value -> row.put("spot", value));
            row.put("uses_spot", price.usesSpot());
            row.put("least", price.least());
            row.put("most", price.most());
            prices.add(row);
        }
        return JSON.std
                .with(JSON.Feature.PRETTY_PRINT_OUTPUT)
                .asString(Map.of("things", things, "prices", prices, "price_source", outlook.priceSource()));
    }
}
