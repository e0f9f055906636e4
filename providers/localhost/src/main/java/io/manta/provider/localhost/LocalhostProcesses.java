package io.manta.provider.localhost;

import io.manta.provider.localhost.ProcessTable.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the processes of one machine. A process belongs to it
 *
 * <ol>
 *   <li>when its environment carries the machine's mark; children inherit it, whatever session they make for themselves;
 *   <li>when it is in a session that belongs to the machine, because programs that rename themselves, as Ray's workers
 *       do, write over their environment. A session belongs when it was noted or its first process is marked. A terminal
 *       from which somebody opened a shell on the node does not: its first process is neither;
 *   <li>when its parent belongs.
 * </ol>
 *
 * A process that carries another machine's mark never belongs, nor does the caller, nor those that wait for the caller.
 */
public final class LocalhostProcesses {
    private final MachineDirectory machine;

    private LocalhostProcesses(MachineDirectory machine) {
        this.machine = machine;
    }

    /** The ids of the living processes of the machine with this directory, in ascending order. */
    public static Set<Long> of(Path machineDirectory) {
        try {
            return new LocalhostProcesses(new MachineDirectory(machineDirectory)).find(ProcessTable.now());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Set<Long> find(ProcessTable table) throws IOException {
        Set<Long> spared = table.callers();
        List<Row> candidates = table.all().stream()
                .filter(row -> !spared.contains(row.pid()))
                .filter(row -> row.mark().isEmpty() || isMine(row))
                .toList();
        Set<Long> sessions = ownSessions(table);
        var found = new TreeSet<Long>();
        for (Row row : candidates) {
            if (isMine(row) || sessions.contains(row.session())) {
                found.add(row.pid());
            }
        }
        while (addChildren(candidates, found)) {
            // Until nobody new is found: a table is not sorted by descent.
        }
        return found;
    }

    private static boolean addChildren(List<Row> candidates, Set<Long> found) {
        return found.addAll(candidates.stream()
                .filter(row -> found.contains(row.parent()))
                .map(Row::pid)
                .collect(Collectors.toSet()));
    }

    private Set<Long> ownSessions(ProcessTable table) throws IOException {
        Set<Long> noted = notedSessions();
        var own = new HashSet<Long>();
        for (Row row : table.all()) {
            long session = row.session();
            Optional<Row> first = table.row(session);
            boolean leads = first.isPresent() && isMine(first.get());
            // The number of a session that has ended may be in use again, for somebody else's.
            boolean strangers = first.isPresent() && first.get().legible() && !leads;
            boolean evidence = isMine(row) || !row.legible();
            if (session > 0 && (leads || (noted.contains(session) && !strangers && evidence))) {
                own.add(session);
            }
        }
        return own;
    }

    private boolean isMine(Row row) {
        return row.mark().filter(machine.path().toString()::equals).isPresent();
    }

    private Set<Long> notedSessions() throws IOException {
        if (!Files.exists(machine.sessions())) {
            return Set.of();
        }
        return Files.readAllLines(machine.sessions()).stream()
                .map(line -> line.strip().split(" ", 2)[0])
                .filter(number -> number.matches("[1-9][0-9]{0,9}"))
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }
}
