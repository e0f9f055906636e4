package io.manta.controller.loop;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.controller.home.TextStore;
import io.manta.core.book.NodeBook;
import io.manta.core.model.Node;
import io.manta.core.plan.Underway;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Which nodes were asked for, under which ids and as what. Noted before the provider is asked, so that whoever comes after a
 * crash asks with the same ids, which makes nothing twice. Safe from several threads.
 */
public final class Requests {
    private static final int VERSION = 1;
    // Whatever was made and never listed is listed by then, however wrong a clock is.
    private static final Duration UNSEEN = Duration.ofHours(3);

    private final Optional<TextStore> store;
    private List<Entry> entries = List.of();

    /** How far a request has come. */
    enum State {
        /** Nobody knows what came of it. */
        ASKED,
        /** The provider has said what it made. */
        ANSWERED,
        /** What it made has been listed; an older list may still lack it. */
        LISTED
    }

    /** Nodes asked for in one call. */
    record Entry(
            List<NodeId> nodes,
            NodeRole role,
            String type,
            String launchHash,
            Offer offer,
            int times,
            Instant last,
            State state) {
        Entry {
            nodes = List.copyOf(nodes);
        }

        Entry with(List<NodeId> others, State next) {
            return new Entry(others, role, type, launchHash, offer, times, last, next);
        }

        Entry asked(int count, Instant at) {
            return new Entry(nodes, role, type, launchHash, offer, count, at, State.ASKED);
        }

        /** A list may still lack what was asked for then, or a clock be wrong. */
        boolean isRecent(Instant now) {
            Duration limit = state == State.LISTED ? NodeBook.LAGGING_GRACE : UNSEEN;
            return Duration.between(last, now).abs().compareTo(limit) < 0;
        }

        boolean concerns(Collection<NodeId> ids) {
            return nodes.stream().anyMatch(ids::contains);
        }
    }

    private Requests(Optional<TextStore> store) {
        this.store = store;
    }

    /** Forgotten with the process. */
    public static Requests inMemory() {
        return new Requests(Optional.empty());
    }

    /**
     * As earlier processes left it. Of workers only what a list may not show yet matters; a head counts until it has ended.
     *
     * @param others read once, as what {@code up} asked for on another machine
     */
    public static Requests in(TextStore store, List<TextStore> others, Instant now) {
        var requests = new Requests(Optional.of(store));
        var all = new ArrayList<Entry>();
        Stream.concat(Stream.of(store), others.stream())
                .flatMap(each -> read(each).stream())
                .filter(entry -> all.stream().noneMatch(known -> known.concerns(entry.nodes())))
                .filter(entry -> entry.role() == NodeRole.HEAD || entry.isRecent(now))
                .map(entry -> entry.role() == NodeRole.HEAD ? entry.asked(1, Instant.EPOCH) : entry)
                .forEach(all::add);
        requests.entries = List.copyOf(all);
        return requests;
    }

    /** What was asked for and never listed, heads included: for whoever takes everything down. */
    public static Requests recent(TextStore store, Instant now) {
        var requests = new Requests(Optional.of(store));
        requests.entries = read(store).stream()
                .filter(entry -> entry.state() != State.LISTED && entry.isRecent(now))
                .toList();
        return requests;
    }

    /** Returns only when it is on disk. */
    synchronized void note(Entry entry) throws IOException {
        var next = new ArrayList<Entry>();
        for (Entry known : entries) {
            if (!known.concerns(entry.nodes())) {
                next.add(known);
            }
        }
        next.add(entry);
        write(next);
        entries = List.copyOf(next);
    }

    synchronized Optional<Entry> find(Collection<NodeId> ids) {
        return entries.stream().filter(entry -> entry.concerns(ids)).findFirst();
    }

    /** The provider has answered: of these nodes it made those. */
    void answered(Collection<NodeId> asked, Set<NodeId> made) {
        change(entry -> entry.concerns(asked)
                ? entry.with(entry.nodes().stream().filter(made::contains).toList(), State.ANSWERED)
                : entry);
    }

    /** Has no machine, and will not get one under this id. */
    public void over(Collection<NodeId> ids) {
        if (!ids.isEmpty()) {
            change(entry -> entry.concerns(ids)
                    ? entry.with(
                            entry.nodes().stream()
                                    .filter(id -> !ids.contains(id))
                                    .toList(),
                            entry.state())
                    : entry);
        }
    }

    /** The provider lists them: of workers that says all, once no other list can be older; a head's id is kept for worse days. */
    void listed(Set<NodeId> ids, Instant now) {
        change(entry -> {
            if (!entry.concerns(ids)) {
                return entry;
            }
            State state = ids.containsAll(entry.nodes()) ? State.LISTED : entry.state();
            Entry seen = entry.with(entry.nodes(), state);
            return entry.role() == NodeRole.HEAD || seen.isRecent(now)
                    ? seen
                    : seen.with(
                            seen.nodes().stream()
                                    .filter(id -> !ids.contains(id))
                                    .toList(),
                            state);
        });
    }

    private synchronized void change(UnaryOperator<Entry> how) {
        List<Entry> next = entries.stream()
                .map(how)
                .filter(entry -> !entry.nodes().isEmpty())
                .toList();
        if (!next.equals(entries)) {
            entries = next;
            try {
                write(next);
            } catch (IOException e) {
                // What is noted too much is asked for once more, and answered with what is there.
                return;
            }
        }
    }

    /** Those of which nobody knows what came, unless a call is under way. */
    synchronized List<Underway.Request> unanswered(Set<NodeId> launching) {
        return entries.stream()
                .filter(entry -> entry.state() == State.ASKED && !entry.concerns(launching))
                .map(entry -> new Underway.Request(
                        entry.nodes(), entry.type(), new Underway.Asked(entry.times(), entry.last())))
                .toList();
    }

    /** The nodes that an earlier process asked for. */
    synchronized List<Node> nodes(Instant now) {
        return entries.stream()
                .flatMap(entry -> entry.nodes().stream()
                        .map(id -> NodeBook.requested(id, entry.role(), entry.type(), entry.launchHash(), now)))
                .toList();
    }

    private void write(List<Entry> all) throws IOException {
        if (store.isPresent()) {
            var map = new LinkedHashMap<String, Object>();
            map.put("version", VERSION);
            map.put("requests", all.stream().map(Requests::toMap).toList());
            store.get().write(JSON.std.asString(map));
        }
    }

    private static Map<String, Object> toMap(Entry entry) {
        var map = new LinkedHashMap<String, Object>();
        map.put("nodes", entry.nodes().stream().map(NodeId::value).toList());
        map.put("role", entry.role().name());
        map.put("type", entry.type());
        map.put("launch_hash", entry.launchHash());
        map.put("zone", entry.offer().zone());
        map.put("market", entry.offer().market().name());
        map.put("variant", entry.offer().variant());
        entry.offer().pricePerHour().ifPresent(price -> map.put("price", price));
        map.put("times", entry.times());
        map.put("last", entry.last().toString());
        map.put("state", entry.state().name());
        return map;
    }

    private static List<Entry> read(TextStore store) {
        try {
            Optional<String> text = store.read();
            if (text.isEmpty()) {
                return List.of();
            }
            Map<String, Object> map = JSON.std.mapFrom(text.get());
            return ((List<?>) map.getOrDefault("requests", List.of()))
                    .stream().map(item -> entry((Map<?, ?>) item)).toList();
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    private static Entry entry(Map<?, ?> map) {
        String type = text(map, "type");
        OptionalDouble price = map.get("price") instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
        return new Entry(
                Objects.requireNonNull((List<?>) map.get("nodes")).stream()
                        .map(id -> new NodeId(String.valueOf(id)))
                        .toList(),
                NodeRole.valueOf(text(map, "role")),
                type,
                text(map, "launch_hash"),
                new Offer(
                        type,
                        text(map, "zone"),
                        Offer.Market.valueOf(text(map, "market")),
                        text(map, "variant"),
                        price),
                map.get("times") instanceof Number times ? times.intValue() : 1,
                Instant.parse(text(map, "last")),
                State.valueOf(text(map, "state")));
    }

    private static String text(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }
}
