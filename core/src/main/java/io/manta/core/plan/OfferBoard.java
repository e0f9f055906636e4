package io.manta.core.plan;

import io.manta.core.model.Offer;
import java.util.List;
import java.util.Optional;

/** Which offer of a type to take now: the first that does not rest. */
final class OfferBoard {
    private final Snapshot snapshot;

    OfferBoard(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    Optional<Offer> best(String type) {
        return offers(type).stream()
                .filter(o -> snapshot.cooldowns().offer(o.key(), snapshot.now()).isEmpty())
                .findFirst();
    }

    /** Why nothing of this type can be had now; empty when something can. */
    Optional<String> blocked(String type) {
        var paused = snapshot.cooldowns().type(type, snapshot.now());
        if (paused.isPresent()) {
            return Optional.of("type " + type + " is paused until "
                    + Words.of(paused.get().until()) + ": " + paused.get().reason());
        }
        return best(type).isPresent() ? Optional.empty() : Optional.of(resting(type));
    }

    private String resting(String type) {
        var parts = offers(type).stream()
                .map(o -> {
                    var rest =
                            snapshot.cooldowns().offer(o.key(), snapshot.now()).orElseThrow();
                    String where = o.zone().isEmpty() ? "type " + type : "zone " + o.zone();
                    String market = o.market() == Offer.Market.SPOT ? " (spot)" : "";
                    return where + market + ": " + rest.reason() + " until " + Words.of(rest.until());
                })
                .toList();
        return String.join("; ", parts);
    }

    private List<Offer> offers(String type) {
        List<Offer> listed = snapshot.offers().getOrDefault(type, List.of());
        return listed.isEmpty() ? List.of(Offer.plain(type)) : listed;
    }
}
