package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Scalar;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What Ray may count on in a pod: the limits, else the requests, of its first container. */
public final class PodResources {
    private static final Pattern QUANTITY = Pattern.compile("([0-9.]+)(m|[kMGTPE]i?)?");
    private static final String UNITS = "kMGTPE";
    /** Ray leaves this share of a container's memory to itself. */
    private static final BigDecimal MEMORY_SHARE = new BigDecimal("0.7");

    private PodResources() {}

    static Map<String, Number> of(Fields nodeConfig) {
        Fields pod = nodeConfig.table("pod").orElse(nodeConfig);
        Optional<Fields> resources = pod.table("spec")
                .flatMap(s -> s.items("containers"))
                .flatMap(c -> c.values().stream().findFirst())
                .filter(Fields.class::isInstance)
                .flatMap(c -> ((Fields) c).table("resources"));
        var out = new LinkedHashMap<String, Number>();
        if (resources.isEmpty()) {
            return out;
        }
        amount(resources.get(), "cpu")
                .ifPresent(cpu -> out.put(
                        "CPU", cpu.setScale(0, java.math.RoundingMode.CEILING).longValue()));
        amount(resources.get(), "nvidia.com/gpu").ifPresent(gpu -> out.put("GPU", gpu.longValue()));
        amount(resources.get(), "memory")
                .ifPresent(m -> out.put("memory", m.multiply(MEMORY_SHARE).longValue()));
        return out;
    }

    private static Optional<BigDecimal> amount(Fields resources, String name) {
        return resources
                .table("limits")
                .flatMap(l -> l.get(name))
                .or(() -> resources.table("requests").flatMap(r -> r.get(name)))
                .filter(Scalar.class::isInstance)
                .flatMap(value -> quantity(((Scalar) value).text()));
    }

    /** Reads an amount as Kubernetes writes it, such as {@code 500m} or {@code 2Gi}. */
    public static Optional<BigDecimal> quantity(String text) {
        Matcher parts = QUANTITY.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            BigDecimal number = new BigDecimal(parts.group(1));
            return Optional.of(number.multiply(factor(parts.group(2))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static BigDecimal factor(@org.jspecify.annotations.Nullable String unit) {
        if (unit == null) {
            return BigDecimal.ONE;
        }
        if (unit.equals("m")) {
            return new BigDecimal("0.001");
        }
        int power = UNITS.indexOf(unit.charAt(0)) + 1;
        return BigDecimal.valueOf(unit.endsWith("i") ? 1024 : 1000).pow(power);
    }
}
