package io.manta.cli.view;

import io.manta.cli.terminal.Paint;
import io.manta.cli.terminal.TextTable;
import io.manta.spi.provider.Outlook;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** What bringing a cluster up would make and cost, as {@code plan} shows it and {@code up} before it asks. */
public final class OutlookView {
    private OutlookView() {}

    /** @param out takes one or more lines at a time */
    public static void show(Outlook outlook, Paint paint, Consumer<String> out) {
        var things = new TextTable("", "KIND", "WHICH", "WHY");
        for (Outlook.Thing thing : outlook.things()) {
            things.row(thing.change().name().toLowerCase(Locale.ROOT), thing.kind(), thing.name(), thing.why());
        }
        if (!outlook.things().isEmpty()) {
            out.accept(things.text(paint));
        }
        if (outlook.prices().isEmpty()) {
            out.accept("Machines of this provider cost nothing.");
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
        out.accept(prices.text(paint));
        out.accept("Per hour: " + total(outlook.prices(), false) + " minimum, " + total(outlook.prices(), true)
                + " maximum (" + outlook.priceSource() + ").");
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
}
