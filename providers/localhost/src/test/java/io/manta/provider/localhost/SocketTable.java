package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where processes listen, by their open files; what a port scan from outside would find. */
final class SocketTable {
    private static final String IPV4_IN_IPV6 = "0000000000000000FFFF0000";

    private SocketTable() {}

    /** Addresses as {@code 127.0.0.1:6379}; real ones of IPv6 as the kernel writes them. */
    static Set<String> listeners(Set<Long> pids) throws IOException {
        Map<String, String> addresses = new HashMap<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] fields = line.strip().split(" +", 11);
                if (fields[3].equals("0A")) {
                    addresses.put("socket:[" + fields[9] + "]", address(fields[1]));
                }
            }
        }
        var found = new TreeSet<String>();
        for (long pid : pids) {
            for (String file : openFiles(pid)) {
                if (addresses.containsKey(file)) {
                    found.add(addresses.get(file));
                }
            }
        }
        return found;
    }

    private static String address(String written) {
        String hex = written.startsWith(IPV4_IN_IPV6) ? written.substring(IPV4_IN_IPV6.length()) : written;
        int colon = hex.lastIndexOf(':');
        int port = HexFormat.fromHexDigits(hex, colon + 1, hex.length());
        if (colon != 8) {
            return hex.substring(0, colon) + ":" + port;
        }
        int ip = HexFormat.fromHexDigits(hex, 0, 8);
        return (ip & 255) + "." + (ip >> 8 & 255) + "." + (ip >> 16 & 255) + "." + (ip >>> 24) + ":" + port;
    }

    private static List<String> openFiles(long pid) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return files.map(SocketTable::target).toList();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
