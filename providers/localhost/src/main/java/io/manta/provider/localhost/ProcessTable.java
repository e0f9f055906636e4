package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All living processes of this computer at one moment, as far as {@code /proc} shows them to us. */
record ProcessTable(TreeMap<Long, Row> rows) {
    static final String MARK = "MANTA_NODE";

    private static final Path PROC = Path.of("/proc");

    /**
     * @param session the id of the session's first process, which need not live any more
     * @param mark the node named in its environment
     * @param legible whether its environment still looks like one; programs that rename themselves write over it
     */
    record Row(long pid, long parent, long session, Optional<String> mark, boolean legible) {}

    static ProcessTable now() throws IOException {
        var rows = new TreeMap<Long, Row>();
        try (var entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                read(entry).ifPresent(row -> rows.put(row.pid(), row));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return new ProcessTable(rows);
    }

    /** Processes that have ended and only wait to be collected by their parent are left out. */
    private static Optional<Row> read(Path entry) {
        try {
            String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The name is in parentheses and may itself hold spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
            if (fields[0].equals("Z") || fields[0].equals("X")) {
                return Optional.empty();
            }
            String environment = environment(entry);
            return Optional.of(new Row(
                    Long.parseLong(entry.getFileName().toString()),
                    Long.parseLong(fields[1]),
                    Long.parseLong(fields[3]),
                    mark(environment),
                    environment.contains("\0PATH=") || environment.startsWith("PATH=")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Empty for processes of other users and for kernel threads. */
    private static String environment(Path entry) {
        try {
            return Files.readString(entry.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static Optional<String> mark(String environment) {
        return Arrays.stream(environment.split("\0"))
                .filter(entry -> entry.startsWith(MARK + "="))
                .map(entry -> new String(
                        entry.substring(MARK.length() + 1).getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8))
                .findFirst();
    }

    Collection<Row> all() {
        return rows.values();
    }

    Optional<Row> row(long pid) {
        return Optional.ofNullable(rows.get(pid));
    }

    /** The calling process and those that wait for it. */
    Set<Long> callers() {
        var found = new HashSet<Long>();
        long pid = ProcessHandle.current().pid();
        while (pid > 0 && found.add(pid)) {
            pid = row(pid).map(Row::parent).orElse(0L);
        }
        return found;
    }
}
