package io.manta.provider.localhost;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks whether a cluster can live on this computer; changes nothing. */
final class LocalhostCheck {
    private static final long LEAST_SHARED_MEMORY = 200_000_000L;

    private final ClusterConfig config;
    private final LocalhostSettings settings;
    private final Path runtimeDir;
    private final PythonInterpreters interpreters;
    private final ClusterFiles files;
    private final HostLimits host;
    private final List<Finding> findings = new ArrayList<>();

    LocalhostCheck(
            ClusterConfig config,
            Path runtimeDir,
            PythonInterpreters interpreters,
            ClusterFiles files,
            HostLimits host) {
        this.config = config;
        this.settings = LocalhostSettings.of(config.provider());
        this.runtimeDir = runtimeDir;
        this.interpreters = interpreters;
        this.files = files;
        this.host = host;
    }

    Preflight preflight() {
        checkSystem();
        Optional<Path> python = checkPython();
        checkCores();
        checkMemory();
        Accelerators there = checkAccelerators(python);
        findings.add(2, Finding.ok(Preflight.THIS_MACHINE, MachineWords.summary(host.cores(), host.memory(), there)));
        checkSharedMemory();
        checkPorts();
        checkConfiguration();
        return new Preflight(findings);
    }

    private void checkSystem() {
        String system = System.getProperty("os.name", "unknown");
        if (Files.isDirectory(Path.of("/proc/self"))) {
            findings.add(Finding.ok("system", system));
        } else {
            findings.add(Finding.problem("system", LocalhostProblems.notLinux(system)));
        }
    }

    /** The interpreter that will run Ray, where it has Ray already. */
    private Optional<Path> checkPython() {
        try {
            var runtime = new RayRuntime(settings, runtimeDir, interpreters);
            if (settings.python().isPresent()) {
                findings.add(
                        Finding.ok("python", runtime.verify(settings.python().get()) + " has Ray"));
                return settings.python();
            }
            if (files.python().filter(runtime::isReadyPython).isPresent()) {
                findings.add(Finding.ok("python", "Ray " + settings.rayVersion() + " is installed already"));
                return files.python();
            }
            Optional<PythonInterpreters.Interpreter> base = interpreters.best();
            if (base.isEmpty()) {
                findings.add(Finding.problem("python", LocalhostProblems.noPython(interpreters.searched())));
            } else if (RayRuntime.isReady(runtime.environment(base.get()))) {
                findings.add(Finding.ok("python", "Ray " + settings.rayVersion() + " is installed already"));
                return Optional.of(RayRuntime.python(runtime.environment(base.get())));
            } else if (!base.get().canMakeVenv()) {
                findings.add(Finding.problem(
                        "python", LocalhostProblems.noVenv(base.get().path())));
            } else {
                findings.add(Finding.ok("python", base.get().path() + ", will install Ray " + settings.rayVersion()));
                checkDisk();
            }
        } catch (ProviderException e) {
            findings.add(Finding.problem("python", e.problem()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private void checkCores() {
        double cores = host.cores();
        double claimed = mostClaimed(Resources.CPU) / (double) Resources.SCALE;
        findings.add(Finding.ok(
                "cores", MachineWords.cores(cores) + ", the cluster may claim " + MachineWords.cores(claimed)));
    }

    private Accelerators checkAccelerators(Optional<Path> python) {
        if (python.isEmpty()) {
            findings.add(Finding.ok("accelerators", DriverFiles.ofThisMachine().words()));
            return Accelerators.UNKNOWN;
        }
        try {
            Accelerators there = new AcceleratorStock(files, settings).find(python.get());
            findings.addAll(new AcceleratorCheck(config, settings, there).findings());
            return there;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Accelerators.UNKNOWN;
        }
    }

    private void checkDisk() {
        Path there = runtimeDir;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        long free = usableSpace(there);
        if (free < RayRuntime.BYTES_NEEDED) {
            findings.add(Finding.problem("disk", LocalhostProblems.diskFull(there, free, RayRuntime.BYTES_NEEDED)));
        } else {
            findings.add(Finding.ok("disk", LocalhostProblems.megabytes(free) + " free"));
        }
    }

    private void checkMemory() {
        long sum = (mostClaimed(Resources.MEMORY) + mostClaimed(Resources.OBJECT_STORE_MEMORY)) / Resources.SCALE;
        long there = host.memory();
        if (sum > there) {
            findings.add(Finding.problem(
                    "memory",
                    LocalhostProblems.memory(LocalhostProblems.megabytes(sum), LocalhostProblems.megabytes(there))));
        } else {
            findings.add(Finding.ok(
                    "memory",
                    MachineWords.memory(there) + ", the cluster may claim "
                            + (sum == 0 ? "80 %" : MachineWords.memory(sum))));
        }
    }

    /** By all nodes that there may be at the same time. */
    private long mostClaimed(String resource) {
        long units = 0;
        for (NodeType type : config.nodeTypes().values()) {
            int most = Math.min(type.maxWorkers(), config.maxWorkers());
            units += type.resources().get(resource) * (most + (type.name().equals(config.headType()) ? 1 : 0));
        }
        return units;
    }

    private void checkSharedMemory() {
        Path place = Path.of("/dev/shm");
        long free = Files.isDirectory(place) ? usableSpace(place) : 0;
        if (free < LEAST_SHARED_MEMORY) {
            findings.add(Finding.problem(
                    "shared memory", LocalhostProblems.sharedMemory(LocalhostProblems.megabytes(free))));
        } else {
            findings.add(Finding.ok("shared memory", LocalhostProblems.megabytes(free) + " free"));
        }
    }

    /** Only what the user fixed can be wrong, and only before this cluster's own head has it. */
    private void checkPorts() {
        boolean running = files.hasMachines();
        checkPort("gcs_port", settings.gcsPort(), running);
        checkPort("dashboard_port", settings.dashboardPort(), running);
        checkPort("client_port", settings.clientPort(), running);
    }

    private void checkPort(String key, Optional<Integer> fixed, boolean running) {
        if (fixed.isEmpty()) {
            return;
        }
        int port = fixed.get();
        if (port >= 10_002 && port <= 19_999) {
            findings.add(Finding.problem(key, LocalhostProblems.portReserved(key, port)));
        } else if (!running && isTaken(port)) {
            findings.add(Finding.problem(key, LocalhostProblems.portInUse(key, port)));
        } else {
            findings.add(Finding.ok(key, Integer.toString(port)));
        }
    }

    private static boolean isTaken(int port) {
        try {
            return ListeningPorts.now().contains(port);
        } catch (IOException e) {
            return false;
        }
    }

    private void checkConfiguration() {
        for (String remote : config.files().mounts().keySet()) {
            if (isOutsideHome(remote)) {
                findings.add(Finding.problem("file_mounts", LocalhostProblems.mountOutsideHome(remote)));
            }
        }
        boolean containers = config.docker().isPresent()
                || config.nodeTypes().values().stream()
                        .anyMatch(type -> type.docker().isPresent());
        if (containers) {
            findings.add(Finding.problem("docker", LocalhostProblems.containers()));
        }
    }

    private static boolean isOutsideHome(String remote) {
        String below = remote.startsWith("~/") ? remote.substring(2) : remote;
        return below.startsWith("/")
                || (below.startsWith("~") && !below.equals("~"))
                || Path.of(below).normalize().startsWith("..");
    }

    private static long usableSpace(Path place) {
        try {
            return Files.getFileStore(place).getUsableSpace();
        } catch (IOException e) {
            return 0;
        }
    }
}
