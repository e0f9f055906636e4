package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.Doc;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prices as they were on a day, for an estimate: by processor and gigabyte of a family, by accelerator, by a region's level. */
public final class PriceList {
    private static final Pattern PREDEFINED = Pattern.compile("([a-z]\\d[a-z]?)-(standard|highmem|highcpu)-(\\d+).*");
    private static final Pattern CUSTOM = Pattern.compile("(?:([a-z]\\d[a-z]?)-)?custom-(\\d+)-(\\d+).*");
    private static @Nullable PriceList loaded;

    private final Map<String, Double> types = new HashMap<>();
    private final Map<String, double[]> families = new HashMap<>();
    private final Map<String, Double> regions = new HashMap<>();
    private String date = "";
    private double spot;
    private double diskMonth;

    private PriceList() {
        for (String line : text().lines().toList()) {
            String[] words = line.strip().split("\\s+", -1);
            switch (words[0]) {
                case "date" -> date = words[1];
                case "type" -> types.put(words[1], Double.valueOf(words[2]));
                case "family" ->
                    families.put(words[1], new double[] {Double.parseDouble(words[2]), Double.parseDouble(words[3])});
                case "region" -> regions.put(words[1], Double.valueOf(words[2]));
                case "spot" -> spot = Double.parseDouble(words[1]);
                case "disk" -> diskMonth = Double.parseDouble(words[1]);
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

    public OptionalDouble hourly(String region, Ways.Way way) {
        return hourly(region, way, way.spot());
    }

    /** US dollars; spot is what it typically is, since it changes. */
    public OptionalDouble hourly(String region, Ways.Way way, boolean onSpot) {
        OptionalDouble machine = machine(way.variant());
        if (machine.isEmpty()) {
            return machine;
        }
        double sum = machine.getAsDouble();
        for (Doc accelerator : new Doc(way.nodeConfig()).docs("guestAccelerators")) {
            @Nullable Double one = types.get(accelerator.name("acceleratorType"));
            if (one == null) {
                return OptionalDouble.empty();
            }
            sum += one * Math.max(1, accelerator.number("acceleratorCount"));
        }
        double there = sum * regions.getOrDefault(region, 1.15) * (onSpot ? spot : 1);
        return OptionalDouble.of(Math.round(there * 10_000) / 10_000.0);
    }

    private OptionalDouble machine(String name) {
        @Nullable Double known = types.get(name);
        if (known != null) {
            return OptionalDouble.of(known);
        }
        Matcher usual = PREDEFINED.matcher(name);
        if (usual.matches()) {
            boolean first = usual.group(1).equals("n1");
            double each = switch (usual.group(2)) {
                case "highmem" -> first ? 6.5 : 8;
                case "highcpu" -> first ? 0.9 : 1;
                default -> first ? 3.75 : 4;
            };
            double cpus = Double.parseDouble(usual.group(3));
            return shape(usual.group(1), cpus, cpus * each);
        }
        Matcher own = CUSTOM.matcher(name);
        return own.matches()
                ? shape(
                        own.group(1) == null ? "n1" : own.group(1),
                        Double.parseDouble(own.group(2)),
                        Double.parseDouble(own.group(3)) / 1024)
                : OptionalDouble.empty();
    }

    private OptionalDouble shape(String family, double cpus, double gigabytes) {
        double[] rates = families.get(family);
        return rates == null ? OptionalDouble.empty() : OptionalDouble.of(cpus * rates[0] + gigabytes * rates[1]);
    }

    /** US dollars per gigabyte of disk and month. */
    public double diskMonthly(String region) {
        return diskMonth * regions.getOrDefault(region, 1.15);
    }

    private static String text() {
        try (InputStream in = PriceList.class.getResourceAsStream("/io/manta/provider/gcp/prices.txt")) {
            if (in == null) {
                throw new IllegalStateException("prices.txt is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
