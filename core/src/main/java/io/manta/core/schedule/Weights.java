package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import java.util.List;

/** What resources are worth next to each other when nobody has told a price. */
public final class Weights {
    private static final double GIB = 1024.0 * 1024 * 1024;

    private Weights() {}

    /** In CPUs: a GPU counts as many, a gibibyte of memory as a part of one. */
    public static double of(Resources resources) {
        double sum = 0;
        for (var entry : resources.units().entrySet()) {
            double amount = entry.getValue() / (double) Resources.SCALE;
            sum += switch (entry.getKey()) {
                case Resources.CPU -> amount;
                case Resources.GPU -> 8 * amount;
                case Resources.MEMORY, Resources.OBJECT_STORE_MEMORY -> amount / GIB / 8;
                default -> amount / 8;
            };
        }
        return sum;
    }

    /** The price of each stock; those without one are rated by their weight at the average rate of the others. */
    public static double[] prices(List<Stock> stock) {
        double priced = 0;
        double weight = 0;
        for (Stock s : stock) {
            if (s.pricePerHour().isPresent()) {
                priced += s.pricePerHour().getAsDouble();
                weight += weight(s);
            }
        }
        double rate = priced > 0 ? priced / weight : 1;
        return stock.stream()
                .mapToDouble(s -> Math.max(1e-9, s.pricePerHour().orElse(rate * weight(s))))
                .toArray();
    }

    private static double weight(Stock stock) {
        return Math.max(0.1, of(stock.resources()));
    }
}
