package io.manta.provider.aws.prepare;

import io.manta.provider.aws.image.InstanceTypes;
import io.manta.provider.aws.offer.PriceList;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.common.AcceleratorNames;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalDouble;

/** What machines of a node type have, read from their instance type; what the user declared stays. */
public final class MachineResources {
    private static final double FOR_RAY = 0.7;

    private final AwsParts parts;

    public MachineResources(AwsParts parts) {
        this.parts = parts;
    }

    public ClusterConfig fill(ClusterConfig config) throws ProviderException, InterruptedException {
        var names = new LinkedHashSet<String>();
        config.nodeTypes().values().forEach(type -> names.add(first(type).instanceType()));
        names.remove("");
        Map<String, InstanceTypes.Facts> facts = parts.types().of(names);
        var types = new LinkedHashMap<String, NodeType>();
        config.nodeTypes().forEach((name, type) -> {
            Ways.Way way = first(type);
            InstanceTypes.Facts machine = facts.get(way.instanceType());
            NodeType filled = machine == null ? type : withResources(type, machine, name.equals(config.headType()));
            OptionalDouble price =
                    PriceList.bundled().hourly(parts.settings().region(), way.instanceType(), way.spot());
            boolean priced = filled.pricePerHour().isPresent() || price.isEmpty();
            types.put(name, priced ? filled : filled.withPrice(price.getAsDouble()));
        });
        return config.withNodeTypes(types);
    }

    private Ways.Way first(NodeType type) {
        return parts.ways().of(type).getFirst();
    }

    private static NodeType withResources(NodeType type, InstanceTypes.Facts machine, boolean head) {
        var units = new LinkedHashMap<>(type.resources().units());
        fill(type, units, "CPU", machine.cpus());
        if (!head) {
            fill(type, units, "memory", (long) (machine.memoryMiB() * 1024L * 1024L * FOR_RAY));
        }
        if (machine.gpus() > 0) {
            fill(type, units, "GPU", machine.gpus());
        }
        NodeType known = type.withResources(new Resources(units));
        boolean names = machine.gpus() > 0 && !type.zeroed().contains(AcceleratorNames.RESOURCE + machine.gpuName());
        return names ? AcceleratorNames.named(known, machine.gpuName()) : known;
    }

    private static void fill(NodeType type, Map<String, Long> units, String name, long amount) {
        if (!type.zeroed().contains(name)) {
            units.putIfAbsent(name, amount * Resources.SCALE);
        }
    }
}
