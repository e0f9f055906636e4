package io.manta.provider.localhost;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Room;
import io.manta.spi.provider.Traits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Machines on the user's own computer; see the package for what a machine is there. */
public final class LocalhostNodeProvider implements NodeProvider {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final String LOOPBACK = "127.0.0.1";

    private final ClusterConfig config;
    private final LocalhostSettings settings;
    private final MachineStore store;
    private final ClusterFiles files;
    private final Path runtimeDir;
    private final ScratchSpace scratch;
    private final PythonInterpreters interpreters;
    private final MachineReaper reaper;

    /**
     * @param stateDir this cluster's own; a machine is a directory in it
     * @param runtimeDir shared by all clusters of the user; holds Python environments
     */
    public LocalhostNodeProvider(ClusterConfig config, Path stateDir, Path runtimeDir) {
        this(config, stateDir, runtimeDir, ScratchSpace.ofThisUser(), PythonInterpreters.onPath(), GRACE);
    }

    LocalhostNodeProvider(
            ClusterConfig config,
            Path stateDir,
            Path runtimeDir,
            ScratchSpace scratch,
            PythonInterpreters interpreters,
            Duration grace) {
        Path state = stateDir.toAbsolutePath().normalize();
        this.config = config;
        this.settings = LocalhostSettings.of(config.provider());
        this.files = new ClusterFiles(state);
        this.store = new MachineStore(files, settings, scratch);
        this.runtimeDir = runtimeDir.toAbsolutePath().normalize();
        this.scratch = scratch;
        this.interpreters = interpreters;
        this.reaper = new MachineReaper(scratch, files, grace);
    }

    @Override
    public Features features() {
        return Features.of(Traits.OWN_HOSTS.withElsewhere(false))
                .withFacts(this::complete)
                .withGroundwork(this::isPrepared)
                .withShared(this::room);
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        return new LocalhostCheck(wanted, runtimeDir, interpreters, files, HostLimits.ofThisMachine()).preflight();
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) throws ProviderException, InterruptedException {
        Path python = new RayRuntime(LocalhostSettings.of(wanted.provider()), runtimeDir, interpreters)
                .prepare(files.python(), progress);
        try (var _ = StateLock.acquire(files.lock())) {
            files.keepPython(python);
            files.makeToken();
            new AcceleratorStock(files, LocalhostSettings.of(wanted.provider())).look(python);
        } catch (IOException e) {
            throw LocalhostProblems.files("write to " + files.stateDir(), e);
        }
    }

    boolean isPrepared(ClusterConfig wanted) {
        LocalhostSettings now = LocalhostSettings.of(wanted.provider());
        return Files.exists(files.token())
                && now.python()
                        .or(files::python)
                        .filter(python -> new AcceleratorStock(files, now).isCurrent(python))
                        .isPresent();
    }

    /** What Ray will find on nodes that hold accelerators, so that demand for a model is planned for. */
    ClusterConfig complete(ClusterConfig wanted) throws ProviderException {
        return new AcceleratorTypes(accelerators()).complete(wanted);
    }

    Room room() {
        if (settings.oversubscribeGpus()) {
            return Room.UNLIMITED;
        }
        try {
            return new AcceleratorBook(new ClusterRegister(scratch.clusters())).room(accelerators());
        } catch (IOException | ProviderException e) {
            // Whether it fits is decided at the launch, which tells what is wrong.
            return Room.UNLIMITED;
        }
    }

    private Accelerators accelerators() throws ProviderException {
        try {
            return Accelerators.read(files.accelerators());
        } catch (IOException e) {
            throw LocalhostProblems.files("read " + files.accelerators(), e);
        }
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws InterruptedException {
        var created = new ArrayList<Machine>();
        for (NodeSpec node : request.nodes()) {
            try {
                created.add(machine(store.make(node)));
            } catch (IOException e) {
                return new LaunchResult(created, Optional.of(LocalhostProblems.files("make machine " + node.id(), e)));
            } catch (ProviderException e) {
                return new LaunchResult(created, Optional.of(e));
            }
        }
        return new LaunchResult(created, Optional.empty());
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException {
        try {
            var machines = new ArrayList<Machine>();
            for (MachineStore.Entry entry : store.entries()) {
                if (entry.terminating()) {
                    // Whoever began this may have died before it was done.
                    reaper.begin(entry.directory());
                }
                machines.add(machine(entry));
            }
            return machines;
        } catch (IOException e) {
            throw LocalhostProblems.files("read " + files.stateDir(), e);
        }
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        try {
            for (var entry : tags.entrySet()) {
                store.tag(entry.getKey().value(), entry.getValue());
            }
        } catch (IOException e) {
            throw LocalhostProblems.files("tag machines in " + files.stateDir(), e);
        }
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException {
        try {
            for (MachineId id : ids) {
                Optional<MachineDirectory> found = store.markTerminating(id.value());
                found.ifPresent(reaper::begin);
            }
        } catch (IOException e) {
            throw LocalhostProblems.files("end machines in " + files.stateDir(), e);
        }
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        List<Machine> left = list(Look.ANEW);
        if (!left.isEmpty()) {
            throw LocalhostProblems.invalid(LocalhostProblems.stillThere(
                    left.stream().map(m -> m.id().value()).toList()));
        }
        try {
            for (MachineDirectory halfMade : store.halfMade()) {
                reaper.reap(halfMade);
            }
            files.delete();
            if (Files.isDirectory(scratch.root())) {
                try (var _ = StateLock.acquire(scratch.lock())) {
                    scratch.deleteIfUnused();
                }
            }
        } catch (IOException e) {
            throw LocalhostProblems.files("remove " + files.stateDir(), e);
        }
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        try {
            MachineStore.Entry entry = store.entry(machine.id().value())
                    .orElseThrow(() -> LocalhostProblems.invalid(
                            LocalhostProblems.gone(machine.id().value())));
            if (machine.role() == NodeRole.HEAD) {
                entry = store.withUsablePorts(entry);
            }
            Path python = settings.python()
                    .or(files::python)
                    .orElseThrow(() -> LocalhostProblems.invalid(LocalhostProblems.notPrepared()));
            var environment = new NodeEnvironment(
                    python,
                    files.token(),
                    store.headPorts(),
                    HostMemory.share(config.maxWorkers()),
                    settings.dashboard(),
                    accelerators(),
                    scratch.starts(),
                    (int) Math.ceil(HostLimits.ofThisMachine().cores()));
            MachineDirectory directory = entry.directory();
            return new Reach.LocalProcess(
                    directory.home(), environment.of(directory, entry.record()), directory.sessions());
        } catch (IOException e) {
            throw LocalhostProblems.files("read machine " + machine.id(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LocalhostProblems.files("read machine " + machine.id(), new IOException("interrupted", e));
        }
    }

    @Override
    public void close() {
        // Nothing is held open between calls.
    }

    private static Machine machine(MachineStore.Entry entry) {
        MachineDirectory directory = entry.directory();
        MachineRecord record = entry.record();
        String stuck = MachineReaper.trouble(directory);
        Optional<Problem> trouble =
                stuck.isEmpty() ? Optional.empty() : Optional.of(LocalhostProblems.stuck(directory.id(), stuck));
        Optional<Offer> offer =
                Optional.ofNullable(record.tags().get(Tags.TYPE)).map(Offer::plain);
        return new Machine(
                new MachineId(directory.id()),
                entry.terminating() ? Machine.MachineState.STOPPING : Machine.MachineState.RUNNING,
                record.tags(),
                Optional.of(LOOPBACK),
                Optional.of(LOOPBACK),
                record.created(),
                offer,
                Optional.empty(),
                trouble);
    }
}
