package io.manta.controller.flow;

import io.manta.core.plan.Goal;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a goal is reached as the provider itself says, asked anew. An answer that failed is no answer; where lists lag behind
 * launches, one that shows nothing is asked for again before it is believed.
 */
final class Proof {
    private static final Duration GAP = Duration.ofSeconds(2);

    private final NodeProvider provider;
    private final ClusterConfig config;
    private final Clock clock;
    private final int wanted;
    private int agreeing;
    private Instant nextLook = Instant.MIN;
    private @Nullable Problem silence;
    private Instant heardAt;

    Proof(NodeProvider provider, ClusterConfig config, Clock clock) {
        this.provider = provider;
        this.config = config;
        this.clock = clock;
        this.wanted = provider.features().traits().costsMoney() ? 2 : 1;
        this.heardAt = clock.instant();
    }

    /** Looks, unless it looked a moment ago. */
    boolean holds(Goal goal) throws InterruptedException {
        Instant now = clock.instant();
        if (now.isBefore(nextLook)) {
            return false;
        }
        nextLook = now.plus(GAP);
        try {
            List<Machine> machines = provider.list(Look.ANEW);
            silence = null;
            heardAt = now;
            agreeing = isReached(goal, machines) ? agreeing + 1 : 0;
        } catch (ProviderException e) {
            silence = e.problem();
            agreeing = 0;
        }
        return agreeing >= wanted;
    }

    /** Why nothing is known at the moment; empty while the provider answers. */
    Optional<Problem> silence() {
        return Optional.ofNullable(silence);
    }

    Duration silentFor() {
        return silence == null ? Duration.ZERO : Duration.between(heardAt, clock.instant());
    }

    private boolean isReached(Goal goal, List<Machine> machines) {
        List<Machine> there = machines.stream()
                .filter(machine -> machine.state() != MachineState.TERMINATED)
                .toList();
        long workers = there.stream()
                .filter(machine -> machine.role() == NodeRole.WORKER)
                .count();
        return switch (goal) {
            case DOWN -> there.isEmpty();
            case HEAD_ONLY -> workers == 0;
            case MINIMUM, RUN, BRING_UP, ASSIST ->
                workers
                        <= config.nodeTypes().values().stream()
                                .mapToInt(NodeType::minWorkers)
                                .sum();
        };
    }
}
