package io.manta.provider.onprem;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Machines as others see them. A machine's id is host and node together: when a host is used again, it is another machine, and
 * what was meant for the one before does not hit it.
 */
final class Machines {
    private static final Duration TOLERATED_SKEW = Duration.ofSeconds(60);
    private static final long TOLERATED_FREE = 200_000_000;

    private final OnPremSettings settings;
    private final Clock clock;

    Machines(OnPremSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** What an id stands for. */
    record Place(Host host, String node) {}

    Optional<Place> place(MachineId id) {
        int slash = id.value().lastIndexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String name = id.value().substring(0, slash);
        return settings.hosts().stream()
                .filter(host -> host.name().equals(name))
                .map(host -> new Place(host, id.value().substring(slash + 1)))
                .findFirst();
    }

    Machine seen(Host host, HostLook.Claim claim, HostLook look) {
        boolean ending = look.ending().isPresent();
        Optional<Problem> trouble = look.ending()
                .filter(processes -> !processes.isBlank())
                .map(processes -> OnPremProblems.resists(host.name(), processes))
                .or(() -> warning(host, look));
        return machine(host, claim, ending ? Machine.MachineState.STOPPING : Machine.MachineState.RUNNING, trouble);
    }

    Machine unseen(Host host, HostLook.Claim claim, Optional<Problem> why) {
        return machine(host, claim, Machine.MachineState.RUNNING, why);
    }

    /** What works, but not well. */
    Optional<Problem> warning(Host host, HostLook look) {
        Optional<Problem> disk = look.freeBytes()
                .filter(free -> free < TOLERATED_FREE)
                .map(free -> OnPremProblems.almostFull(host.name(), free));
        return disk.or(() -> look.clock()
                .map(theirs -> Duration.between(theirs, clock.instant()))
                .filter(skew -> skew.abs().compareTo(TOLERATED_SKEW) > 0)
                .map(skew -> OnPremProblems.skewed(host.name(), skew)));
    }

    private Machine machine(Host host, HostLook.Claim claim, Machine.MachineState state, Optional<Problem> trouble) {
        Optional<String> external = host.role() == NodeRole.HEAD
                ? settings.externalHead().or(() -> Optional.of(host.name()))
                : Optional.of(host.name());
        return new Machine(
                new MachineId(host.name() + "/" + claim.node()),
                state,
                claim.tags(),
                Optional.of(host.name()),
                external,
                claim.created(),
                Optional.ofNullable(claim.tags().get(Tags.TYPE)).map(Offer::plain),
                Optional.empty(),
                trouble);
    }
}
