package io.manta.core.plan;

import io.manta.core.model.Resources;

/** What resources are worth next to each other when nobody has told a price. */
final class Weights {
    private static final double GIB = 1024.0 * 1024 * 1024;

    private Weights() {}

    /** In CPUs: a GPU counts as many, a gibibyte of memory as a part of one. */
    static double of(Resources resources) {
        double sum = 0;
        for (String name : resources.units().keySet()) {
            double amount = resources.amount(name);
            sum += switch (name) {
                case Resources.CPU -> amount;
                case Resources.GPU -> 8 * amount;
                case Resources.MEMORY, Resources.OBJECT_STORE_MEMORY -> amount / GIB / 8;
                default -> amount / 8;
            };
        }
        return sum;
    }

    static double price(SchedulingProblem.Stock stock) {
        return stock.pricePerHour().orElseGet(() -> 0.05 * Math.max(0.1, of(stock.resources())));
    }
}
