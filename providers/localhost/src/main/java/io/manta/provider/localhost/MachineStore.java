package io.manta.provider.localhost;

import io.manta.provider.common.Trees;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The machines of one cluster as directories; changes are made one at a time, whoever makes them. */
final class MachineStore {
    private final ClusterFiles files;
    private final ScratchSpace scratch;
    private final PortChoice ports;
    private final ClusterRegister register;
    private final boolean sharing;

    MachineStore(ClusterFiles files, LocalhostSettings settings, ScratchSpace scratch) {
        this.files = files;
        this.scratch = scratch;
        this.register = new ClusterRegister(scratch.clusters());
        this.sharing = settings.oversubscribeGpus();
        this.ports = new PortChoice(settings, scratch);
    }

    /** A machine that exists. */
    record Entry(MachineDirectory directory, MachineRecord record, boolean terminating) {}

    /** Makes the machine, completes a half-made one, or returns the one that is there. */
    Entry make(NodeSpec node) throws IOException, ProviderException, InterruptedException {
        String id = node.id().value();
        if (!id.matches("[a-z0-9][a-z0-9-]{0,99}")) {
            throw LocalhostProblems.invalid(LocalhostProblems.badNodeId(id));
        }
        try (var _ = StateLock.acquire(files.lock())) {
            Optional<Entry> existing = entry(id);
            if (existing.isPresent()) {
                return existing.get();
            }
            MachineDirectory directory = directory(id);
            Files.createDirectories(directory.home());
            Files.deleteIfExists(directory.terminating());
            NodeScripts.write(directory);
            scratch.create();
            Path rayTemp = scratch.rayTemp(directory.path());
            Files.createDirectories(rayTemp);
            Optional<HeadPorts> chosen =
                    node.role() == NodeRole.HEAD ? Optional.of(ports.choose(directory)) : Optional.empty();
            try {
                return new Entry(directory, writeRecord(directory, node, rayTemp, chosen), false);
            } catch (ProviderException e) {
                new PortBook(scratch.ports()).release(directory);
                Trees.delete(rayTemp);
                Trees.delete(directory.path());
                throw e;
            }
        }
    }

    /** Nobody else may choose accelerators until those of this machine are in its record. */
    private MachineRecord writeRecord(
            MachineDirectory directory, NodeSpec node, Path rayTemp, Optional<HeadPorts> chosenPorts)
            throws IOException, ProviderException, InterruptedException {
        Accelerators there = Accelerators.read(files.accelerators());
        try (var _ = StateLock.acquire(scratch.lock())) {
            register.add(files.stateDir());
            Optional<Map<String, List<Accelerator>>> held = sharing || !there.isKnown()
                    ? Optional.empty()
                    : Optional.of(new AcceleratorBook(register).choose(there.claimedBy(node.type()), there));
            var record = new MachineRecord(
                    node.tags(), Instant.now().truncatedTo(ChronoUnit.MILLIS), rayTemp.toString(), chosenPorts, held);
            directory.write(record);
            return record;
        }
    }

    Optional<Entry> entry(String id) throws IOException {
        return entry(directory(id));
    }

    private static Optional<Entry> entry(MachineDirectory directory) throws IOException {
        // In this order: the record goes before the mark, so that an ending machine never looks alive.
        boolean terminating = directory.isTerminating();
        return directory.record().map(record -> new Entry(directory, record, terminating));
    }

    List<Entry> entries() throws IOException {
        var found = new ArrayList<Entry>();
        for (MachineDirectory directory : directories(files.stateDir())) {
            entry(directory).ifPresent(found::add);
        }
        return found;
    }

    /** What was begun and never became a machine, or has stopped being one without being removed. */
    List<MachineDirectory> halfMade() throws IOException {
        var found = new ArrayList<MachineDirectory>();
        for (MachineDirectory directory : directories(files.stateDir())) {
            if (directory.record().isEmpty()) {
                found.add(directory);
            }
        }
        return found;
    }

    void tag(String id, Map<String, String> tags) throws IOException, InterruptedException {
        if (entry(id).isEmpty()) {
            return;
        }
        try (var _ = StateLock.acquire(files.lock())) {
            Optional<Entry> entry = entry(id);
            if (entry.isPresent()) {
                entry.get().directory().write(entry.get().record().withTags(tags));
            }
        }
    }

    /** Returns nothing when there is no such machine. */
    Optional<MachineDirectory> markTerminating(String id) throws IOException {
        MachineDirectory directory = directory(id);
        if (!Files.isDirectory(directory.path())) {
            return Optional.empty();
        }
        try {
            Files.createFile(directory.terminating());
        } catch (FileAlreadyExistsException e) {
            return Optional.of(directory);
        } catch (NoSuchFileException e) {
            // Someone else has ended it since.
            return Optional.empty();
        }
        return Optional.of(directory);
    }

    /** The ports of the cluster's head, once there is one. */
    Optional<HeadPorts> headPorts() throws IOException {
        return entries().stream()
                .filter(entry -> !entry.terminating())
                .filter(entry ->
                        NodeRole.HEAD.tag().equals(entry.record().tags().get(Tags.ROLE)))
                .flatMap(entry -> entry.record().ports().stream())
                .findFirst();
    }

    /** Chooses other ports for a head that does not run while a stranger has taken one of its own. */
    Entry withUsablePorts(Entry head) throws IOException, ProviderException, InterruptedException {
        if (head.record().ports().isEmpty() || ports.areUsable(head)) {
            return head;
        }
        try (var _ = StateLock.acquire(files.lock())) {
            MachineDirectory directory = head.directory();
            MachineRecord record = head.record().withPorts(ports.choose(directory));
            directory.write(record);
            return new Entry(directory, record, head.terminating());
        }
    }

    private MachineDirectory directory(String id) {
        return new MachineDirectory(files.stateDir().resolve(id));
    }

    static List<MachineDirectory> directories(Path stateDir) throws IOException {
        if (!Files.isDirectory(stateDir)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(stateDir)) {
            return children.filter(Files::isDirectory)
                    .sorted()
                    .map(MachineDirectory::new)
                    .toList();
        }
    }
}
