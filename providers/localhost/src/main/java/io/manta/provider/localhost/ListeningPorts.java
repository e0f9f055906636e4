package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The TCP ports on which somebody listens, at any address. Read from the kernel's tables: to try a port by listening on
 * it would, for that moment, take it from a Ray that is about to start.
 */
final class ListeningPorts {
    private static final String LISTEN = "0A";

    private ListeningPorts() {}

    static Set<Integer> now() throws IOException {
        var ports = new TreeSet<Integer>();
        for (String table : List.of("tcp", "tcp6")) {
            Path file = Path.of("/proc/net", table);
            if (Files.exists(file)) {
                Files.readAllLines(file).stream().skip(1).forEach(line -> addListener(line, ports));
            }
        }
        return ports;
    }

    /** A row begins with its number, local address:port, remote address:port and state, in hexadecimal. */
    private static void addListener(String line, Set<Integer> ports) {
        String[] fields = line.strip().split(" +", 5);
        if (fields.length == 5 && fields[3].equals(LISTEN)) {
            ports.add(Integer.parseInt(fields[1].substring(fields[1].lastIndexOf(':') + 1), 16));
        }
    }
}
