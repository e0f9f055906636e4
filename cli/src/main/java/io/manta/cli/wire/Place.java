package io.manta.cli.wire;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where a cluster lives, by the settings that say where its provider looks. A cluster that was brought up in one place is not
 * found in another, and what is not found there must not be taken for gone.
 */
final class Place {
    private static final List<String> KEYS = List.of("region", "project_id", "namespace", "head_ip");

    private Place() {}

    static Map<String, String> of(ClusterConfig config) {
        var place = new TreeMap<String, String>();
        place.put("type", config.provider().type());
        for (String key : KEYS) {
            config.provider().text(key).ifPresent(value -> place.put(key, value));
        }
        return place;
    }

    static void check(ClusterHome home, ClusterConfig config) throws ProblemException {
        Optional<ClusterRecord> record = ClusterRecord.read(home);
        if (record.isEmpty()) {
            return;
        }
        Map<String, String> there = record.get().place();
        Map<String, String> asked = of(config);
        List<String> different = there.keySet().stream()
                .filter(key -> asked.containsKey(key) && !asked.get(key).equals(there.get(key)))
                .sorted()
                .toList();
        if (!different.isEmpty()) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-ELSEWHERE",
                    "cluster " + config.name() + " was brought up with " + words(different, there)
                            + ", but this file says " + words(different, asked),
                    "its machines would not be found there, and would go on running",
                    "use `manta down " + config.name()
                            + "`, which takes the recorded place; or correct the file; or give"
                            + " the new cluster another `cluster_name`"));
        }
    }

    private static String words(List<String> keys, Map<String, String> place) {
        return keys.stream().map(key -> key + " " + place.get(key)).collect(Collectors.joining(", "));
    }
}
