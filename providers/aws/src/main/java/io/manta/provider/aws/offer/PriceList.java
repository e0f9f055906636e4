package io.manta.provider.aws.offer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** On-demand prices of common types as they were on a day, for an estimate; a region's level is a factor on us-east-1. */
public final class PriceList {
    private static final double SPOT = 0.4;
    private static @Nullable PriceList loaded;

    private final Map<String, Double> types = new HashMap<>();
    private final Map<String, Double> regions = new HashMap<>();
    private String date = "";
    private double gigabyteMonth;

    private PriceList() {
        for (String line : text().lines().toList()) {
            String[] words = line.strip().split("\\s+", -1);
            switch (words[0]) {
                case "date" -> date = words[1];
                case "type" -> types.put(words[1], Double.valueOf(words[2]));
                case "region" -> regions.put(words[1], Double.valueOf(words[2]));
                case "gp3" -> gigabyteMonth = Double.parseDouble(words[1]);
                default -> {}
            }
        }
    }

    public static synchronized PriceList bundled() {
        PriceList list = loaded;
        if (list == null) {
            list = new PriceList();
            loaded = list;
        }
        return list;
    }

    /** The day the prices are of. */
    public String date() {
        return date;
    }

    /** US dollars; spot is what it typically is, since nobody can know. */
    public OptionalDouble hourly(String region, String instanceType, boolean spot) {
        @Nullable Double price = types.get(instanceType);
        if (price == null) {
            return OptionalDouble.empty();
        }
        double there = price * regions.getOrDefault(region, 1.2);
        return OptionalDouble.of(Math.round(there * (spot ? SPOT : 1) * 10_000) / 10_000.0);
    }

    /** US dollars per gigabyte of disk and month. */
    public double diskMonthly(String region) {
        return gigabyteMonth * regions.getOrDefault(region, 1.2);
    }

    private static String text() {
        try (InputStream in = PriceList.class.getResourceAsStream("prices.txt")) {
            if (in == null) {
                throw new IllegalStateException("prices.txt is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
