package io.manta.provider.gcp.check;

import io.manta.provider.common.AcceleratorNames;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.PriceList;
import io.manta.provider.gcp.setting.Tpus;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What machines of a node type have; what the user declared stays, and Google is asked only where something is missing. */
public final class MachineResources {
    private static final double FOR_RAY = 0.7;

    private final GcpSettings settings;
    private final Ways ways;
    private final MachineTypes types;

    public MachineResources(GcpSettings settings, Ways ways, MachineTypes types) {
        this.settings = settings;
        this.ways = ways;
        this.types = types;
    }

    public ClusterConfig fill(ClusterConfig config) throws ProviderException, InterruptedException {
        var names = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            if (isUndeclared(type)) {
                names.add(first(type).machineType());
            }
        }
        Map<String, MachineTypes.Facts> facts = names.isEmpty() ? Map.of() : types.of(names);
        var filled = new LinkedHashMap<String, NodeType>();
        config.nodeTypes().forEach((name, type) -> {
            Ways.Way way = first(type);
            NodeType known = withResources(type, way, facts.get(way.machineType()), name.equals(config.headType()));
            OptionalDouble price = PriceList.bundled().hourly(settings.region(), way);
            boolean priced = known.pricePerHour().isPresent() || price.isEmpty();
            filled.put(name, priced ? known : known.withPrice(price.getAsDouble()));
        });
        return config.withNodeTypes(filled);
    }

    private Ways.Way first(NodeType type) {
        return ways.of(type).getFirst();
    }

    private static boolean isUndeclared(NodeType type) {
        return type.resources().get(Resources.CPU) == 0 && !type.zeroed().contains(Resources.CPU);
    }

    private static NodeType withResources(
            NodeType type, Ways.Way way, MachineTypes.@org.jspecify.annotations.Nullable Facts machine, boolean head) {
        var units = new LinkedHashMap<>(type.resources().units());
        if (machine != null) {
            add(type, units, Resources.CPU, machine.cpus());
            if (!head) {
                add(type, units, Resources.MEMORY, (long) (machine.memoryMiB() * 1024L * 1024L * FOR_RAY));
            }
        }
        long gpus = machine == null ? 0 : machine.gpus();
        for (Doc accelerator : new Doc(way.nodeConfig()).docs("guestAccelerators")) {
            gpus += Math.max(1, (long) accelerator.number("acceleratorCount"));
        }
        if (gpus > 0) {
            add(type, units, Resources.GPU, gpus);
        }
        if (way.isTpu()) {
            add(type, units, Tpus.headResource(way.nodeConfig()), 1);
        }
        NodeType known = type.withResources(new Resources(units));
        return model(way, gpus)
                .map(model -> AcceleratorNames.named(known, model))
                .orElse(known);
    }

    /** By Ray's name. */
    private static Optional<String> model(Ways.Way way, long gpus) {
        if (way.isTpu()) {
            return AcceleratorNames.ofTpu(Tpus.name(way.nodeConfig()));
        }
        if (gpus == 0) {
            return Optional.empty();
        }
        return new Doc(way.nodeConfig())
                .docs("guestAccelerators").stream()
                        .map(accelerator -> AcceleratorNames.ofGpu(accelerator.name("acceleratorType")))
                        .findFirst()
                        .orElseGet(() -> AcceleratorNames.ofGpu(way.machineType()));
    }

    private static void add(NodeType type, Map<String, Long> units, String name, long amount) {
        if (!type.zeroed().contains(name)) {
            units.putIfAbsent(name, amount * Resources.SCALE);
        }
    }
}
