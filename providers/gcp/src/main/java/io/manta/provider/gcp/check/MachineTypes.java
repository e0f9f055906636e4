package io.manta.provider.gcp.check;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Rest;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What machine types have, and where they are to be had; asked once. */
public final class MachineTypes {
    private static final Pattern CUSTOM = Pattern.compile("(?:[a-z]\\d[a-z]?-)?custom-(\\d+)-(\\d+)(?:-ext)?");

    private final Rest rest;
    private final Map<String, Facts> known = new HashMap<>();

    public MachineTypes(Rest rest) {
        this.rest = rest;
    }

    /**
     * @param zones in all regions; empty for those that are made to measure
     * @param gpus built in
     */
    public record Facts(int cpus, long memoryMiB, int gpus, List<String> zones) {}

    /** Those that exist, by name. */
    public synchronized Map<String, Facts> of(Collection<String> names) throws ProviderException, InterruptedException {
        var unknown = new TreeSet<>(names);
        unknown.removeAll(known.keySet());
        unknown.remove("");
        for (String name : List.copyOf(unknown)) {
            Matcher own = CUSTOM.matcher(name);
            if (own.matches()) {
                known.put(name, new Facts(Integer.parseInt(own.group(1)), Long.parseLong(own.group(2)), 0, List.of()));
                unknown.remove(name);
            }
        }
        if (!unknown.isEmpty()) {
            ask(unknown);
        }
        var found = new HashMap<String, Facts>();
        for (String name : names) {
            Facts facts = known.get(name);
            if (facts != null) {
                found.put(name, facts);
            }
        }
        return found;
    }

    private void ask(Collection<String> names) throws ProviderException, InterruptedException {
        String filter = names.stream().map(name -> "(name = " + name + ")").collect(Collectors.joining(" OR "));
        for (Doc type : rest.everywhere("look at machine types", "machineTypes", filter)) {
            String name = type.text("name");
            Facts before = known.get(name);
            var zones = new ArrayList<String>(before == null ? List.of() : before.zones());
            zones.add(type.name("zone"));
            int gpus = type.docs("accelerators").stream()
                    .mapToInt(one -> (int) one.number("guestAcceleratorCount"))
                    .sum();
            known.put(name, new Facts((int) type.number("guestCpus"), (long) type.number("memoryMb"), gpus, zones));
        }
    }
}
