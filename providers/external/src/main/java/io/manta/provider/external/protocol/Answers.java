package io.manta.provider.external.protocol;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Answers of a helper, read into our words. What does not fit is a problem that names it. */
final class Answers {
    private Answers() {}

    static ProviderException failure(String provider, Map<?, ?> error) {
        Kind kind;
        try {
            kind = Kind.valueOf(text(error, "kind").orElse("UNKNOWN").toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            kind = Kind.UNKNOWN;
        }
        return new ProviderException(
                kind,
                Problem.error(
                        text(error, "code").filter(c -> c.matches("[A-Z0-9-]+")).orElse("EXTERNAL-FAILED"),
                        provider + ": " + text(error, "message").orElse("failed without a message"),
                        text(error, "why").orElse(""),
                        text(error, "fix").orElse("")));
    }

    /** @param firstSeen when a machine was first seen, for those whose launch time is not told */
    static List<Machine> machines(
            String provider, String call, Map<?, ?> result, Function<MachineId, Instant> firstSeen)
            throws ProviderException {
        if (!(result.get("machines") instanceof List<?> list)) {
            throw ExternalProblems.answer(provider, call, "`machines` is not a list");
        }
        var machines = new ArrayList<Machine>();
        for (Object item : list) {
            if (!(item instanceof Map<?, ?> map)) {
                throw ExternalProblems.answer(provider, call, "a machine is not an object: " + item);
            }
            machines.add(machine(provider, call, map, firstSeen));
        }
        return machines;
    }

    private static Machine machine(String provider, String call, Map<?, ?> map, Function<MachineId, Instant> firstSeen)
            throws ProviderException {
        String id = text(map, "id").filter(v -> !v.isBlank()).orElse("");
        if (id.isEmpty() || !(map.get("tags") instanceof Map<?, ?> tags)) {
            throw ExternalProblems.answer(provider, call, "a machine has no `id` or no `tags`: " + map);
        }
        Machine.MachineState state;
        try {
            state = Machine.MachineState.valueOf(text(map, "state").orElse("").toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw ExternalProblems.answer(
                    provider, call, "machine " + id + " has an unknown `state`: " + map.get("state"));
        }
        var words = new LinkedHashMap<String, String>();
        tags.forEach((key, value) -> words.put(String.valueOf(key), String.valueOf(value)));
        return new Machine(
                new MachineId(id),
                state,
                words,
                text(map, "internal_address"),
                text(map, "external_address"),
                time(map, "launched_at").orElseGet(() -> firstSeen.apply(new MachineId(id))),
                map.get("offer") instanceof Map<?, ?> offer ? offer(offer) : Optional.empty(),
                time(map, "interruption"),
                text(map, "trouble").map(why -> Problem.warning("EXTERNAL-TROUBLE", provider + ": " + why, "", "")));
    }

    static Optional<Offer> offer(Map<?, ?> map) {
        return text(map, "node_type")
                .map(type -> new Offer(
                        type,
                        text(map, "zone").orElse(""),
                        text(map, "market").filter("spot"::equalsIgnoreCase).isPresent()
                                ? Offer.Market.SPOT
                                : Offer.Market.ON_DEMAND,
                        text(map, "variant").orElse(""),
                        map.get("price_per_hour") instanceof Number price
                                ? OptionalDouble.of(price.doubleValue())
                                : OptionalDouble.empty()));
    }

    static Preflight preflight(String provider, Map<?, ?> result) {
        var findings = new ArrayList<Preflight.Finding>();
        if (result.get("findings") instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> map) {
                    String subject = text(map, "subject").orElse(provider);
                    findings.add(
                            map.get("error") instanceof Map<?, ?> error
                                    ? Preflight.Finding.problem(
                                            subject, failure(provider, error).problem())
                                    : Preflight.Finding.ok(
                                            subject, text(map, "result").orElse("")));
                }
            }
        }
        return new Preflight(findings);
    }

    static Optional<String> text(Map<?, ?> map, String key) {
        return Optional.ofNullable(map.get(key)).map(Object::toString).filter(value -> !value.isEmpty());
    }

    static List<String> texts(Map<?, ?> map, String key) {
        return map.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Optional<Instant> time(Map<?, ?> map, String key) {
        try {
            return text(map, key).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
