package io.manta.core.plan;

import io.manta.core.model.Node;
import io.manta.core.plan.Action.Pause;
import io.manta.core.plan.Cooldowns.Hold;
import io.manta.core.plan.Cooldowns.Setbacks;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which types begin a pause: one of their nodes was given up after its last try, or nodes join and are lost again and again.
 * Each pause in a row is twice as long.
 */
final class Pauses {
    private static final Duration FIRST = Duration.ofMinutes(10);
    private static final int MOST_DOUBLINGS = 3;
    private static final int LOSSES = 3;

    private final Snapshot snapshot;
    private final Map<String, Pause> begun = new TreeMap<>();

    Pauses(Snapshot snapshot) {
        this.snapshot = snapshot;
        snapshot.cooldowns().setbacks().forEach((type, setbacks) -> {
            if (setbacks.losses() >= LOSSES) {
                begin(type, "joined and was lost " + setbacks.losses() + " times in a row: " + setbacks.last());
            }
        });
    }

    void gaveUp(Node node, String reason) {
        if (!node.isHead()) {
            begin(node.type(), reason);
        }
    }

    private void begin(String type, String reason) {
        if (snapshot.cooldowns().type(type, snapshot.now()).isPresent()) {
            return;
        }
        Setbacks setbacks = snapshot.cooldowns().setbacksOf(type);
        int doublings = Math.min(setbacks.pauses(), MOST_DOUBLINGS);
        Instant until = snapshot.now().plus(FIRST.multipliedBy(1L << doublings));
        begun.putIfAbsent(type, new Pause(type, until, reason));
    }

    /** A pause that begins now holds launches of this round back, too, unless a try in vain costs nothing. */
    Optional<Hold> holding(String type) {
        return Optional.ofNullable(begun.get(type))
                .filter(pause -> snapshot.underway().launchesCost())
                .map(pause -> new Hold(pause.until(), pause.reason()));
    }

    Collection<Pause> begun() {
        return begun.values();
    }
}
