package io.manta.bench;

import io.manta.core.model.Node;
import io.manta.core.model.NodeState;
import io.manta.core.plan.Cooldowns;
import io.manta.core.plan.Goal;
import io.manta.core.plan.PlannerSettings;
import io.manta.core.plan.Snapshot;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.RayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/** A made-up cluster of any size, the same each time. */
final class LargeCluster {
    private static final double GIB = 1024.0 * 1024 * 1024;
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private LargeCluster() {}

    static Snapshot snapshot(int nodes, int requests, int shapes) {
        var random = new SplittableRandom(7);
        var types = new LinkedHashMap<String, NodeType>();
        types.put("head", NodeType.of("head", Resources.of("CPU", 8), 0, 0));
        for (int cpus = 8; cpus <= 64; cpus *= 2) {
            add(types, "c-" + cpus, Map.of("CPU", cpus, "memory", 2 * cpus * GIB), 0.0425 * cpus);
            add(types, "m-" + cpus, Map.of("CPU", cpus, "memory", 4 * cpus * GIB), 0.048 * cpus);
            add(types, "g-" + cpus, Map.of("CPU", cpus, "memory", 4 * cpus * GIB, "GPU", cpus / 8), 0.11 * cpus);
        }
        var names = types.keySet().stream().skip(1).toList();
        var all = new ArrayList<Node>();
        all.add(node("head-0", NodeRole.HEAD, known(types, "head"), 1));
        for (int i = 1; i < nodes; i++) {
            String type = names.get(random.nextInt(names.size()));
            all.add(node("w-" + i, NodeRole.WORKER, known(types, type), random.nextInt(4) / 4.0));
        }
        var demand = new ArrayList<Demand.Request>();
        for (int s = 0; s < shapes; s++) {
            var amounts = new LinkedHashMap<String, Number>();
            amounts.put("CPU", 0.5 + s % 16 / 2.0);
            amounts.put("memory", (1 + s / 16) * GIB);
            if (s % 5 == 0) {
                amounts.put("GPU", 1 + s % 2);
            }
            demand.add(new Demand.Request(Resources.of(amounts), requests / shapes));
        }
        var config = new ClusterConfig(
                "large",
                new ProviderSettings("simulated", Map.of()),
                types,
                "head",
                20_000,
                1,
                Duration.ofMinutes(5),
                AuthSettings.NONE,
                Optional.empty(),
                FileSettings.NONE,
                CommandSettings.NONE,
                "",
                "");
        return new Snapshot(
                config,
                Goal.RUN,
                all,
                new Demand(demand, List.of(), List.of()),
                true,
                Map.of(),
                Cooldowns.NONE,
                PlannerSettings.DEFAULT,
                NOW);
    }

    private static NodeType known(Map<String, NodeType> types, String name) {
        return Objects.requireNonNull(types.get(name));
    }

    private static void add(Map<String, NodeType> types, String name, Map<String, Number> amounts, double price) {
        types.put(name, NodeType.of(name, Resources.of(amounts), 0, 5_000).withPrice(price));
    }

    private static Node node(String id, NodeRole role, NodeType type, double free) {
        var amounts = new LinkedHashMap<String, Number>();
        type.resources()
                .amounts()
                .forEach((name, amount) -> amounts.put(name, Math.floor(amount.doubleValue() * free)));
        boolean idle = free == 1;
        var ray = new RayNode(
                "ray-" + id,
                id,
                type.name(),
                idle ? RayNode.RayStatus.IDLE : RayNode.RayStatus.RUNNING,
                type.resources(),
                Resources.of(amounts),
                Map.of(),
                idle ? Duration.ofMinutes(1) : Duration.ZERO,
                "",
                List.of());
        var machine = new Machine(
                new MachineId("m-" + id),
                Machine.MachineState.RUNNING,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                NOW,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Node(
                new NodeId(id),
                role,
                type.name(),
                NodeState.RUNNING,
                NOW.minusSeconds(600),
                Optional.of(machine),
                Optional.of(ray),
                "",
                0,
                "");
    }
}
