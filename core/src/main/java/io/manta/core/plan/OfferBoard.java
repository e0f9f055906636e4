package io.manta.core.plan;

import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import java.util.List;
import java.util.Optional;

/** Which offers of a type can be taken now: those that are not skipped, in the provider's order. */
final class OfferBoard {
    private final Snapshot snapshot;
    private final Pauses pauses;

    /** @param pauses those that begin in this round */
    OfferBoard(Snapshot snapshot, Pauses pauses) {
        this.snapshot = snapshot;
        this.pauses = pauses;
    }

    List<Offer> open(String type) {
        return open(type, NodeRole.WORKER);
    }

    List<Offer> open(String type, NodeRole role) {
        return offers(type).stream()
                .filter(o -> snapshot.cooldowns().offer(role, o, snapshot.now()).isEmpty())
                .toList();
    }

    /** Why no worker of this type can be had now; empty when one can. */
    Optional<String> blocked(String type) {
        var paused = snapshot.cooldowns().type(type, snapshot.now()).or(() -> pauses.holding(type));
        if (paused.isPresent()) {
            return Optional.of("type " + type + " is paused until "
                    + Words.of(paused.get().until()) + ": " + paused.get().reason());
        }
        return open(type).isEmpty() ? Optional.of(skipped(type, NodeRole.WORKER)) : Optional.empty();
    }

    /** Why each offer is skipped, and until when. */
    String skipped(String type, NodeRole role) {
        var parts = offers(type).stream()
                .map(o -> {
                    var hold =
                            snapshot.cooldowns().offer(role, o, snapshot.now()).orElseThrow();
                    String where = o.zone().isEmpty() ? "type " + type : "zone " + o.zone();
                    String market = o.market() == Offer.Market.SPOT ? " (spot)" : "";
                    return where + market + ": " + hold.reason() + ", skipped until " + Words.of(hold.until());
                })
                .toList();
        return String.join("; ", parts);
    }

    private List<Offer> offers(String type) {
        List<Offer> listed = snapshot.offers().getOrDefault(type, List.of());
        return listed.isEmpty() ? List.of(Offer.plain(type)) : listed;
    }
}
