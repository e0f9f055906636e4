package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.TextTable;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** {@code manta plan}: what {@code up} would make, use and change, and what it would cost. */
public final class PlanCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("plan", "show what 'manta up' would make and cost, and change nothing")
                .cluster()
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
                show(outlook, call.console());
            }
            return ExitCode.OK;
        }
    }

    private static void show(Outlook outlook, Console console) {
        var things = new TextTable("", "KIND", "WHICH", "WHY");
        for (Outlook.Thing thing : outlook.things()) {
            things.row(thing.change().name().toLowerCase(Locale.ROOT), thing.kind(), thing.name(), thing.why());
        }
        if (!outlook.things().isEmpty()) {
            console.data(things.text(console.paint()));
        }
        if (outlook.prices().isEmpty()) {
            console.say("Machines of this provider cost nothing.");
            return;
        }
        var prices = new TextTable("NODE TYPE", "MACHINE", "COUNT", "ON DEMAND", "SPOT", "USED");
        for (Outlook.Price price : outlook.prices()) {
            prices.row(
                    price.nodeType(),
                    price.machine(),
                    price.least() == price.most() ? "" + price.least() : price.least() + " to " + price.most(),
                    dollars(price.onDemand()),
                    dollars(price.spot()),
                    price.usesSpot() ? "spot" : "on demand");
        }
        console.data(prices.text(console.paint()));
        console.data("Per hour: " + total(outlook.prices(), false) + " at the least, " + total(outlook.prices(), true)
                + " at the most (" + outlook.priceSource() + ").");
    }

    private static String dollars(OptionalDouble price) {
        return price.isPresent() ? String.format(Locale.ROOT, "$%.4f", price.getAsDouble()) : "unknown";
    }

    private static String total(List<Outlook.Price> prices, boolean most) {
        double sum = 0;
        boolean known = true;
        for (Outlook.Price price : prices) {
            int count = most ? price.most() : price.least();
            known &= count == 0 || price.hourly().isPresent();
            sum += count * price.hourly().orElse(0);
        }
        return String.format(Locale.ROOT, known ? "$%.2f" : "more than $%.2f", sum);
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
