package io.manta.provider.localhost;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The accelerators of this machine that a cluster may use, as its Ray counts them.
 *
 * @param key what they were found with; with another key they have to be looked for again
 * @param known every resource that Ray knows as an accelerator, whether this machine has any or not
 * @param troubles what Ray's detection failed with, by family
 */
record Accelerators(String key, Set<String> known, List<AcceleratorFamily> families, List<String> troubles) {
    /** Where nobody has looked yet: nothing is known, so nothing is promised and nothing refused. */
    static final Accelerators UNKNOWN = new Accelerators("", Set.of(), List.of(), List.of());

    Accelerators {
        known = Set.copyOf(known);
        families = List.copyOf(families);
        troubles = List.copyOf(troubles);
    }

    boolean isKnown() {
        return !known.isEmpty();
    }

    Optional<AcceleratorFamily> family(String resource) {
        return families.stream()
                .filter(family -> family.resource().equals(resource))
                .findFirst();
    }

    int count(String resource) {
        return family(resource).map(family -> family.devices().size()).orElse(0);
    }

    /** How many of each a node of this type must hold; a part of one is held alone. */
    Map<String, Integer> claimedBy(NodeType type) {
        var claims = new TreeMap<String, Integer>();
        for (String resource : known) {
            long units = type.resources().get(resource);
            if (units > 0) {
                claims.put(resource, (int) Math.ceilDiv(units, Resources.SCALE));
            }
        }
        return claims;
    }

    /** Only those GPUs that the user leaves to clusters. */
    Accelerators withOnly(List<String> gpus) {
        var kept = new ArrayList<AcceleratorFamily>();
        for (AcceleratorFamily family : families) {
            kept.add(
                    family.resource().equals(Resources.GPU)
                            ? family.withDevices(family.devices().stream()
                                    .filter(device -> gpus.stream().anyMatch(name -> isCalled(device, name)))
                                    .toList())
                            : family);
        }
        return new Accelerators(key, known, kept, troubles);
    }

    static boolean isCalled(Accelerator device, String name) {
        return device.id().equals(name) || (name.length() > 4 && device.card().startsWith(name));
    }

    void write(Path file) throws IOException {
        var out = new LinkedHashMap<String, Object>();
        out.put("key", key);
        out.put("known", new TreeSet<>(known));
        out.put("accelerators", families.stream().map(AcceleratorFamily::toMap).toList());
        out.put("troubles", troubles);
        MachineDirectory.writeAtomically(
                file, JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(out));
    }

    static Accelerators read(Path file) throws IOException {
        try {
            return of(Files.readString(file), "");
        } catch (NoSuchFileException e) {
            return UNKNOWN;
        }
    }

    /** @param key where the text does not name one */
    static Accelerators of(String json, String key) throws IOException {
        Map<String, Object> in = JSON.std.mapFrom(json);
        var families = new ArrayList<AcceleratorFamily>();
        if (in.get("accelerators") instanceof List<?> list) {
            for (Object each : list) {
                families.add(AcceleratorFamily.of(each));
            }
        }
        return new Accelerators(
                in.get("key") instanceof String text ? text : key,
                new TreeSet<>(texts(in.get("known"))),
                families,
                texts(in.get("troubles")));
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
