package io.manta.core.plan;

import io.manta.core.model.Resources;
import io.manta.core.plan.SchedulingProblem.Stock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The plain method: largest demand first, into the first node with room, else into the best value for money. */
final class FirstFitScheduler implements DemandScheduler {
    @Override
    public Schedule schedule(SchedulingProblem problem) {
        return new Run(problem).schedule();
    }

    private static final class Run {
        private final SchedulingProblem problem;
        private final List<Room> rooms = new ArrayList<>();
        private final Map<String, Integer> bought = new HashMap<>();
        private int added;

        Run(SchedulingProblem problem) {
            this.problem = problem;
            problem.hosts().stream()
                    .sorted(Comparator.comparing(SchedulingProblem.Host::spare)
                            .thenComparing(SchedulingProblem.Host::id))
                    .forEach(h -> rooms.add(new Room(h.id(), h.type(), false, h.labels(), h.free(), h.total())));
        }

        Schedule schedule() {
            var floor = new TreeMap<Integer, Long>();
            bySize(problem.demand().floor())
                    .forEach(i -> place(i, problem.demand().floor().get(i), true, floor));
            var gangs = new ArrayList<Integer>();
            for (int g = 0; g < problem.demand().gangs().size(); g++) {
                if (!placeGang(g)) {
                    gangs.add(g);
                }
            }
            var requests = new TreeMap<Integer, Long>();
            bySize(problem.demand().requests())
                    .forEach(i -> place(i, problem.demand().requests().get(i), false, requests));
            var assignments = rooms.stream()
                    .map(Room::assignment)
                    .filter(a -> a.added() || !a.isEmpty())
                    .toList();
            return new Schedule(assignments, requests, gangs, floor);
        }

        private static List<Integer> bySize(List<Demand.Request> requests) {
            var order = new ArrayList<Integer>();
            for (int i = 0; i < requests.size(); i++) {
                order.add(i);
            }
            order.sort(
                    Comparator.comparingDouble(i -> -Weights.of(requests.get(i).shape())));
            return order;
        }

        private void place(int index, Demand.Request request, boolean floor, Map<Integer, Long> unserved) {
            long left = request.count();
            for (Room room : rooms) {
                left -= put(room, index, request, left, floor);
            }
            while (left > 0) {
                var stock = cheapest(request.shape(), request.selectors(), left);
                if (stock.isEmpty()) {
                    unserved.put(index, left);
                    return;
                }
                left -= put(buy(stock.get()), index, request, left, floor);
            }
        }

        private static long put(Room room, int index, Demand.Request request, long wanted, boolean floor) {
            if (wanted == 0 || !room.accepts(request.selectors())) {
                return 0;
            }
            long fit = Room.fit(request.shape(), floor ? room.floorFree : room.free, wanted);
            if (fit > 0 && floor) {
                room.floorFree = room.floorFree.plus(request.shape(), -fit);
                room.floor.merge(index, fit, Long::sum);
            } else if (fit > 0) {
                room.free = room.free.plus(request.shape(), -fit);
                room.requests.merge(index, fit, Long::sum);
            }
            return fit;
        }

        private boolean placeGang(int index) {
            Demand.Gang gang = problem.demand().gangs().get(index);
            int before = rooms.size();
            if (gang.strategy() == Demand.Strategy.STRICT_PACK) {
                return placeTogether(index, gang);
            }
            for (int b = 0; b < gang.bundles().size(); b++) {
                if (!placeBundle(index, gang, b)) {
                    undo(index, gang, before);
                    return false;
                }
            }
            return true;
        }

        private boolean placeTogether(int index, Demand.Gang gang) {
            Resources all = Resources.NONE;
            var selectors = new ArrayList<LabelSelector>();
            for (Demand.Bundle bundle : gang.bundles()) {
                all = all.plus(bundle.shape());
            }
            Resources sum = all;
            boolean somewhere = rooms.stream().anyMatch(r -> r.labels.containsKey(gang.markerLabel()));
            Optional<Room> found = rooms.stream()
                    .filter(r -> !somewhere || r.labels.containsKey(gang.markerLabel()))
                    .filter(r -> sum.fitsIn(r.free) && gang.bundles().stream().allMatch(b -> r.accepts(b.selectors())))
                    .findFirst();
            if (found.isEmpty() && !somewhere) {
                gang.bundles().forEach(b -> selectors.addAll(b.selectors()));
                found = cheapest(sum, selectors, 1)
                        .filter(s -> gang.bundles().stream().allMatch(b -> Room.accepts(b.selectors(), s.labels())))
                        .map(this::buy);
            }
            found.ifPresent(room -> {
                for (int b = 0; b < gang.bundles().size(); b++) {
                    room.hold(index, b, gang.bundles().get(b).shape());
                }
            });
            return found.isPresent();
        }

        private boolean placeBundle(int index, Demand.Gang gang, int b) {
            Demand.Bundle bundle = gang.bundles().get(b);
            boolean apart = gang.strategy() == Demand.Strategy.STRICT_SPREAD;
            var fitting = rooms.stream()
                    .filter(r -> !apart || (!r.gangs.contains(index) && !r.labels.containsKey(gang.markerLabel())))
                    .filter(r -> bundle.shape().fitsIn(r.free) && r.accepts(bundle.selectors()));
            Optional<Room> room = switch (gang.strategy()) {
                case PACK -> fitting.max(Comparator.comparing(r -> r.gangs.contains(index)));
                case SPREAD, STRICT_SPREAD -> fitting.min(Comparator.comparing(r -> r.gangs.contains(index)));
                case STRICT_PACK -> throw new IllegalStateException("placed as a whole");
            };
            if (room.isEmpty()) {
                room = cheapest(bundle.shape(), bundle.selectors(), 1).map(this::buy);
            }
            room.ifPresent(r -> r.hold(index, b, bundle.shape()));
            return room.isPresent();
        }

        private void undo(int index, Demand.Gang gang, int before) {
            while (rooms.size() > before) {
                Room last = rooms.removeLast();
                bought.merge(last.type, -1, Integer::sum);
                added--;
            }
            for (Room room : rooms) {
                List.copyOf(room.bundles).stream()
                        .filter(b -> b.gang() == index)
                        .forEach(b ->
                                room.release(b, gang.bundles().get(b.bundle()).shape()));
            }
        }

        private Optional<Stock> cheapest(Resources shape, List<LabelSelector> selectors, long wanted) {
            if (added >= problem.maxNew()) {
                return Optional.empty();
            }
            return problem.stock().stream()
                    .filter(s -> bought.getOrDefault(s.type(), 0) < s.limit())
                    .filter(s -> shape.fitsIn(s.resources()) && Room.accepts(selectors, s.labels()))
                    .min(Comparator.<Stock>comparingDouble(
                                    s -> Weights.price(s) / Room.fit(shape, s.resources(), wanted))
                            .thenComparingInt(s -> -s.priority())
                            .thenComparing(Stock::type));
        }

        private Room buy(Stock stock) {
            added++;
            bought.merge(stock.type(), 1, Integer::sum);
            var room =
                    new Room("new-" + added, stock.type(), true, stock.labels(), stock.resources(), stock.resources());
            rooms.add(room);
            return room;
        }
    }
}
