package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a pod's manifest says of the machine it is. */
public final class PodMachines {
    /** Annotation: how often the container had been started again when the node was last set up. */
    static final String RESTARTS = PodTags.OURS + "restarts";

    private static final List<String> SET_UP = List.of(Tags.STATUS, Tags.SETUP_HASH, Tags.START_HASH);

    private PodMachines() {}

    public static Machine of(Map<String, Object> pod) {
        Optional<String> address = Manifest.text(pod, "status", "podIP").filter(ip -> !ip.isEmpty());
        return new Machine(
                new MachineId(Manifest.name(pod)),
                state(pod),
                tags(pod),
                address,
                address,
                time(pod, "metadata", "creationTimestamp").orElse(Instant.EPOCH),
                offer(pod),
                interruption(pod),
                PodTrouble.of(pod));
    }

    static MachineState state(Map<String, Object> pod) {
        String phase = Manifest.text(pod, "status", "phase").orElse("Pending");
        if (isEnding(pod)) {
            return MachineState.STOPPING;
        }
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return isHopeless(pod) ? MachineState.PENDING : MachineState.TERMINATED;
        }
        boolean runs = phase.equals("Running")
                && statuses(pod).stream()
                        .findFirst()
                        .flatMap(s -> Manifest.at(s, "state", "running"))
                        .isPresent();
        return runs ? MachineState.RUNNING : MachineState.PENDING;
    }

    /** A pod that ended before it was ever of use, and would again: it is kept, and tells why, until someone gives it up. */
    private static boolean isHopeless(Map<String, Object> pod) {
        boolean wasSetUp = NodeStatus.UP_TO_DATE.tag().equals(PodTags.read(pod).get(Tags.STATUS));
        return !wasSetUp && PodTrouble.of(pod).filter(Problem::isError).isPresent();
    }

    /** Whether it ended by itself at least so long ago. */
    public static boolean isOver(Map<String, Object> pod, Duration ago) {
        return state(pod) == MachineState.TERMINATED
                && statuses(pod).stream()
                        .findFirst()
                        .flatMap(status -> time(status, "state", "terminated", "finishedAt"))
                        .or(() -> time(pod, "metadata", "creationTimestamp"))
                        .filter(end -> end.plus(ago).isBefore(Instant.now()))
                        .isPresent();
    }

    static boolean isEnding(Map<String, Object> pod) {
        return Manifest.at(pod, "metadata", "deletionTimestamp").isPresent();
    }

    static List<Map<?, ?>> statuses(Map<String, Object> pod) {
        return Manifest.maps(pod, "status", "containerStatuses");
    }

    /** How often the first container, Ray's, was started again. */
    static int restarts(Map<String, Object> pod) {
        return statuses(pod).stream()
                .findFirst()
                .map(status -> Manifest.number(status, "restartCount"))
                .orElse(0);
    }

    /** A container that was started again has lost what set-up did: its node is as new. */
    private static Map<String, String> tags(Map<String, Object> pod) {
        Map<String, String> tags = new HashMap<>(PodTags.read(pod));
        Optional<String> noted = Manifest.text(pod, "metadata", "annotations", RESTARTS);
        if (noted.isPresent() && !noted.get().equals(String.valueOf(restarts(pod)))) {
            SET_UP.forEach(tags::remove);
        }
        return tags;
    }

    private static Optional<Offer> offer(Map<String, Object> pod) {
        return Manifest.text(pod, "metadata", "annotations", PodTags.OURS + "pool")
                .map(pool -> new Offer(
                        Manifest.text(pod, "metadata", "labels", Tags.TYPE).orElse(""),
                        "",
                        Offer.Market.ON_DEMAND,
                        pool,
                        OptionalDouble.empty()));
    }

    /** Kubernetes tells when it is about to take a pod away, for a better one or because its node goes. */
    private static Optional<Instant> interruption(Map<String, Object> pod) {
        return PodTrouble.condition(pod, "DisruptionTarget")
                .filter(condition -> "True".equals(condition.get("status")) && !isEnding(pod))
                .map(condition -> time(condition, "lastTransitionTime").orElse(Instant.EPOCH));
    }

    static Optional<Instant> time(Object tree, String... path) {
        try {
            return Manifest.text(tree, path).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
