package io.manta.core.schedule;

import io.manta.core.schedule.Schedule.Assignment;
import io.manta.core.schedule.Schedule.BundleRef;
import io.manta.spi.ray.Demand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Turns counts of kinds back into requests and bundles. Equal pieces are interchangeable, which leaves freedom: bundles of a
 * PACK gang go where others of it are, those of a SPREAD gang where none is, requests take what remains.
 */
final class Unfolding {
    private final Attempt attempt;
    private final List<Place> places = new ArrayList<>();
    private final Map<Integer, Long> unservedRequests = new TreeMap<>();
    private final Map<Integer, Long> unservedFloor = new TreeMap<>();

    /** One node being described. */
    private static final class Place {
        final String node;
        final String type;
        final boolean added;
        final Map<Integer, Long> requests = new TreeMap<>();
        final List<BundleRef> bundles = new ArrayList<>();
        final Map<Integer, Long> floor = new TreeMap<>();
        final Set<Integer> gangs = new HashSet<>();

        Place(String node, String type, boolean added) {
            this.node = node;
            this.type = type;
            this.added = added;
        }
    }

    /** Free places of one kind on one node. */
    private static final class Slots {
        final Place place;
        long free;

        Slots(Place place, long free) {
            this.place = place;
            this.free = free;
        }
    }

    Unfolding(Attempt attempt) {
        this.attempt = attempt;
        attempt.problem.hosts().forEach(h -> places.add(new Place(h.id(), h.type(), false)));
        // The ledger that bought first counts its nodes first, the other sees them as hosts: indexes agree in both.
        addNew(attempt.floorFirst ? attempt.floor : attempt.demand);
        addNew(attempt.floorFirst ? attempt.demand : attempt.floor);
    }

    private void addNew(Packing packing) {
        for (Bin bin : packing.addedBins()) {
            String name = "new-" + (places.size() - attempt.problem.hosts().size() + 1);
            places.add(new Place(name, packing.layout.stock.get(bin.stock).type(), true));
        }
    }

    Schedule schedule() {
        unfold(attempt.floor, true);
        unfold(attempt.demand, false);
        var assignments = places.stream()
                .map(p -> new Assignment(p.node, p.type, p.added, p.requests, p.bundles, p.floor))
                .filter(a -> a.added() || !a.isEmpty())
                .toList();
        return new Schedule(
                assignments,
                unservedRequests,
                attempt.unplacedGangs.stream().sorted().toList(),
                unservedFloor);
    }

    private void unfold(Packing packing, boolean floor) {
        var slots = new ArrayList<List<Slots>>();
        packing.layout.kinds.forEach(k -> slots.add(new ArrayList<>()));
        for (int b = 0; b < packing.bins.size(); b++) {
            Bin bin = packing.bins.get(b);
            for (int i = 0; i < bin.kinds.length; i++) {
                slots.get(bin.kinds[i]).add(new Slots(places.get(b), bin.counts[i]));
            }
        }
        for (int k = 0; k < slots.size(); k++) {
            unfold(packing.layout.kinds.get(k), slots.get(k), floor);
        }
    }

    private void unfold(Kind kind, List<Slots> slots, boolean floor) {
        kind.sources.stream()
                .filter(s -> s.gang() >= 0 && !attempt.unplacedGangs.contains(s.gang()))
                .forEach(s -> placeBundles(s, slots));
        int next = 0;
        for (Kind.Source source : kind.sources) {
            if (source.request() < 0) {
                continue;
            }
            long wanted = source.count();
            while (wanted > 0 && next < slots.size()) {
                Slots at = slots.get(next);
                long take = Math.min(wanted, at.free);
                if (take > 0) {
                    (floor ? at.place.floor : at.place.requests).merge(source.request(), take, Long::sum);
                    at.free -= take;
                    wanted -= take;
                }
                next += at.free == 0 ? 1 : 0;
            }
            if (wanted > 0) {
                (floor ? unservedFloor : unservedRequests).merge(source.request(), wanted, Long::sum);
            }
        }
    }

    private void placeBundles(Kind.Source source, List<Slots> slots) {
        boolean apart = attempt.problem.demand().gangs().get(source.gang()).strategy() == Demand.Strategy.SPREAD;
        Comparator<Slots> company = Comparator.comparing(s -> s.place.gangs.contains(source.gang()) != apart);
        Slots best = slots.stream()
                .filter(s -> s.free > 0)
                .max(company.thenComparingLong(s -> s.free))
                .orElseThrow(() -> new IllegalStateException("no slot for gang " + source.gang()));
        best.free--;
        best.place.gangs.add(source.gang());
        source.bundles().forEach(b -> best.place.bundles.add(new BundleRef(source.gang(), b)));
    }
}
