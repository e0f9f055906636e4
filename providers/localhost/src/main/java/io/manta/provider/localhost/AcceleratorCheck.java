package io.manta.provider.localhost;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Preflight.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the machine has of accelerators, and whether it is enough for the node types that claim some. */
record AcceleratorCheck(ClusterConfig config, LocalhostSettings settings, Accelerators there) {
    private static final String SUBJECT = "accelerators";

    List<Finding> findings() {
        var found = new ArrayList<Finding>();
        if (!there.isKnown()) {
            found.add(Finding.problem(
                    SUBJECT, LocalhostProblems.acceleratorsUnknown(String.join("\n", there.troubles()))));
            return found;
        }
        found.add(Finding.ok(SUBJECT, words()));
        if (!there.troubles().isEmpty()) {
            found.add(Finding.problem(
                    SUBJECT, LocalhostProblems.acceleratorsUnknown(String.join("\n", there.troubles()))));
        }
        settings.gpus()
                .ifPresent(names -> names.stream()
                        .filter(name -> gpus().stream().noneMatch(device -> Accelerators.isCalled(device, name)))
                        .forEach(name -> found.add(Finding.problem(
                                SUBJECT,
                                LocalhostProblems.noSuchGpu(
                                        name, MachineWords.machineHas(there.count(Resources.GPU), Resources.GPU))))));
        if (!settings.oversubscribeGpus()) {
            config.nodeTypes().values().forEach(type -> checkType(type, found));
        }
        return found;
    }

    private void checkType(NodeType type, List<Finding> found) {
        boolean head = type.name().equals(config.headType());
        there.claimedBy(type).forEach((resource, count) -> {
            if (count > there.count(resource)) {
                found.add(Finding.problem(
                        SUBJECT,
                        LocalhostProblems.acceleratorsMissing(
                                type.name(),
                                MachineWords.amount(count, resource),
                                MachineWords.machineHas(there.count(resource), resource),
                                head || type.minWorkers() > 0)));
            }
        });
    }

    private List<Accelerator> gpus() {
        return there.family(Resources.GPU).map(AcceleratorFamily::devices).orElse(List.of());
    }

    private String words() {
        return there.families().isEmpty()
                ? "none that Ray can use"
                : there.families().stream()
                        .map(family -> MachineWords.family(family) + (family.limited() ? limit(family) : ""))
                        .collect(Collectors.joining(", "));
    }

    private static String limit(AcceleratorFamily family) {
        return family.devices().isEmpty() ? "" : ", as " + family.variable() + " allows";
    }
}
