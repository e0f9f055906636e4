package io.manta.provider.gcp.check;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Whether the machines can be had at all: zones that have their types, and quotas of the project. */
final class CapacityCheck {
    private final GcpSettings settings;
    private final Rest rest;
    private final Ways ways;
    private final MachineTypes types;
    private final ClusterConfig config;

    CapacityCheck(GcpSettings settings, Rest rest, Ways ways, MachineTypes types, ClusterConfig config) {
        this.settings = settings;
        this.rest = rest;
        this.ways = ways;
        this.types = types;
        this.config = config;
    }

    private Map<String, MachineTypes.Facts> facts() throws ProviderException, InterruptedException {
        var names = new LinkedHashSet<String>();
        config.nodeTypes().values().forEach(type -> ways.of(type).forEach(way -> names.add(way.machineType())));
        names.remove("");
        return types.of(names);
    }

    List<Finding> machineTypes() throws ProviderException, InterruptedException {
        Map<String, MachineTypes.Facts> facts = facts();
        var findings = new ArrayList<Finding>();
        var seen = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            for (Ways.Way way : ways.of(type)) {
                if (!way.machineType().isEmpty() && seen.add(way.machineType() + way.zones())) {
                    findings.add(machineType(type, way, facts));
                }
            }
        }
        return findings;
    }

    private Finding machineType(NodeType type, Ways.Way way, Map<String, MachineTypes.Facts> facts) {
        MachineTypes.Facts machine = facts.get(way.machineType());
        List<String> wanted = way.zones().isEmpty() ? settings.zones() : way.zones();
        if (machine != null && machine.zones().isEmpty()) {
            return Finding.ok("machine type", way.machineType() + ", made to measure");
        }
        List<String> here = machine == null
                ? List.of()
                : machine.zones().stream()
                        .filter(zone -> wanted.isEmpty() ? settings.isHere(zone) : wanted.contains(zone))
                        .toList();
        return here.isEmpty()
                ? Finding.problem(
                        "machine type",
                        GcpProblems.machineType(
                                        type.name(),
                                        way.machineType(),
                                        wanted.isEmpty() ? settings.region() : String.join(", ", wanted))
                                .problem())
                : Finding.ok("machine type", way.machineType() + " in " + String.join(", ", here));
    }

    List<Finding> quota() throws ProviderException, InterruptedException {
        Map<String, Double> needed = needed(facts());
        Doc region = rest.ask(
                "ask for the quotas of " + settings.region(),
                Request.get(Service.COMPUTE, "projects/" + rest.project() + "/regions/" + settings.region()));
        var limits = new TreeMap<String, Doc>();
        region.docs("quotas").forEach(quota -> limits.put(quota.text("metric"), quota));
        var findings = new ArrayList<Finding>();
        needed.forEach((metric, amount) -> {
            Doc limit = limits.get(metric);
            if (limit != null) {
                findings.add(quota(metric, amount, limit));
            }
        });
        return findings;
    }

    private Finding quota(String metric, double needed, Doc quota) {
        double left = quota.number("limit") - quota.number("usage");
        String words =
                metric + ": " + (long) needed + " at most, " + (long) left + " left of " + (long) quota.number("limit");
        return left >= needed
                ? Finding.ok("quota", words)
                : Finding.problem(
                        "quota",
                        Problem.warning(
                                "GCP-QUOTA",
                                "quota " + words + " in " + settings.region(),
                                "machines beyond it cannot be launched",
                                "ask for more on the Quotas page of the console, or lower max_workers"));
    }

    /** By the names that Google gives its quotas. */
    private Map<String, Double> needed(Map<String, MachineTypes.Facts> facts) {
        var sum = new TreeMap<String, Double>();
        for (NodeType type : config.nodeTypes().values()) {
            Ways.Way way = ways.of(type).getFirst();
            int count = Math.min(type.maxWorkers(), config.maxWorkers())
                    + (type.name().equals(config.headType()) ? 1 : 0);
            MachineTypes.Facts machine = facts.get(way.machineType());
            if (machine != null) {
                sum.merge("CPUS", (double) machine.cpus() * count, Double::sum);
            }
            for (Doc accelerator : new Doc(way.nodeConfig()).docs("guestAccelerators")) {
                String metric = accelerator
                                .name("acceleratorType")
                                .replace("nvidia-tesla-", "nvidia-")
                                .replace('-', '_')
                                .toUpperCase(Locale.ROOT)
                        + "_GPUS";
                sum.merge(
                        (way.spot() ? "PREEMPTIBLE_" : "") + metric,
                        Math.max(1, accelerator.number("acceleratorCount")) * count,
                        Double::sum);
            }
            if (!settings.internalAddresses()) {
                sum.merge("IN_USE_ADDRESSES", (double) count, Double::sum);
            }
        }
        return sum;
    }
}
