package io.manta.core.plan;

import io.manta.spi.model.Offer;
import java.util.List;
import java.util.Optional;

/** Which offers of a type can be taken now: those that do not rest, in the provider's order. */
final class OfferBoard {
    private final Snapshot snapshot;

    OfferBoard(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    List<Offer> awake(String type) {
        return offers(type).stream()
                .filter(o -> snapshot.cooldowns().offer(o.key(), snapshot.now()).isEmpty())
                .toList();
    }

    /** Why nothing of this type can be had now; empty when something can. */
    Optional<String> blocked(String type) {
        var paused = snapshot.cooldowns().type(type, snapshot.now());
        if (paused.isPresent()) {
            return Optional.of("type " + type + " is paused until "
                    + Words.of(paused.get().until()) + ": " + paused.get().reason());
        }
        return awake(type).isEmpty() ? Optional.of(resting(type)) : Optional.empty();
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
