package io.manta.provider.simulated;

import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One machine and the moments that decide its state.
 *
 * @param readyAt until then it boots
 * @param endingAt from then on it stops; absent while nobody asked
 * @param goneAt from then on it is not listed
 */
record SimulatedMachine(
        String id,
        String cluster,
        Offer offer,
        Map<String, String> tags,
        String address,
        Instant createdAt,
        Instant readyAt,
        Optional<Instant> endingAt,
        Optional<Instant> goneAt) {
    SimulatedMachine {
        // Listed again and again: copied once here, every list shares it.
        tags = Map.copyOf(tags);
    }

    boolean isListedAt(Instant time) {
        return !createdAt.isAfter(time) && goneAt.map(time::isBefore).orElse(true);
    }

    /** Whether it takes up capacity. */
    boolean existsAt(Instant time) {
        return goneAt.map(time::isBefore).orElse(true);
    }

    SimulatedMachine withTags(Map<String, String> more) {
        var merged = new TreeMap<>(tags);
        merged.putAll(more);
        return new SimulatedMachine(id, cluster, offer, merged, address, createdAt, readyAt, endingAt, goneAt);
    }

    SimulatedMachine copy(String otherId, Instant now) {
        return new SimulatedMachine(
                otherId, cluster, offer, tags, address, now, now, Optional.empty(), Optional.empty());
    }

    /** The earliest end counts. */
    SimulatedMachine ending(Instant begins, Instant gone) {
        Instant earliest = goneAt.filter(known -> known.isBefore(gone)).orElse(gone);
        Instant first = endingAt.filter(known -> known.isBefore(begins)).orElse(begins);
        return new SimulatedMachine(
                id, cluster, offer, tags, address, createdAt, readyAt, Optional.of(first), Optional.of(earliest));
    }

    SimulatedMachine announcedToGo(Instant gone) {
        return new SimulatedMachine(id, cluster, offer, tags, address, createdAt, readyAt, endingAt, Optional.of(gone));
    }

    Machine seenAt(Instant now) {
        boolean stopping = endingAt.filter(at -> !now.isBefore(at)).isPresent();
        boolean ready = !now.isBefore(readyAt);
        MachineState state = stopping ? MachineState.STOPPING : ready ? MachineState.RUNNING : MachineState.PENDING;
        Optional<String> reachable = ready ? Optional.of(address) : Optional.empty();
        Optional<Instant> interruption = stopping ? Optional.empty() : goneAt;
        return new Machine(
                new MachineId(id),
                state,
                tags,
                reachable,
                reachable,
                createdAt,
                Optional.of(offer),
                interruption,
                Optional.empty());
    }

    double cost(Instant now) {
        Instant end = goneAt.filter(gone -> gone.isBefore(now)).orElse(now);
        double hours = Duration.between(createdAt, end).toMillis() / 3_600_000.0;
        return Math.max(0, hours) * offer.pricePerHour().orElse(0);
    }
}
