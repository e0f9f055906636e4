package io.manta.provider.localhost;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The loopback ports on which a head is found. */
record HeadPorts(int gcs, int dashboard, int client) {
    Map<String, Integer> toMap() {
        return Map.of("gcs", gcs, "dashboard", dashboard, "client", client);
    }

    List<Integer> all() {
        return List.of(gcs, dashboard, client);
    }

    static HeadPorts of(Map<?, ?> map) throws IOException {
        return new HeadPorts(port(map, "gcs"), port(map, "dashboard"), port(map, "client"));
    }

    private static int port(Map<?, ?> map, String name) throws IOException {
        if (map.get(name) instanceof Number number) {
            return number.intValue();
        }
        throw new IOException("no port " + name + " in " + map);
    }
}
