package io.manta.provider.localhost;

import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What this machine has for a cluster that is to use all of it.
 *
 * @param cores that may be used; not whole where a control group grants a part of one
 * @param memory in bytes, as control groups allow
 * @param sharedMemory bytes that {@code /dev/shm} has in all
 * @param gpus as Ray counts them; by the driver's files where there is no Ray yet
 */
public record ThisMachine(double cores, long memory, long sharedMemory, int gpus) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /**
     * Installs Ray first where it is not there yet: only Ray knows what Ray will count.
     *
     * @param python one that has Ray
     */
    public static ThisMachine asked(Path runtimeDir, Optional<String> python, Progress progress)
            throws ProviderException, InterruptedException {
        LocalhostSettings settings = settings(python);
        Path interpreter = new RayRuntime(settings, absolute(runtimeDir), PythonInterpreters.onPath())
                .prepare(Optional.empty(), progress);
        return of(gpus(interpreter));
    }

    /** Installs nothing. */
    public static ThisMachine seen(Path runtimeDir, Optional<String> python) throws InterruptedException {
        LocalhostSettings settings = settings(python);
        Optional<Path> interpreter = settings.python().isPresent()
                ? settings.python().filter(Files::isExecutable)
                : new RayRuntime(settings, absolute(runtimeDir), PythonInterpreters.onPath()).ready();
        return of(
                interpreter.isPresent()
                        ? gpus(interpreter.get())
                        : DriverFiles.ofThisMachine().models().size());
    }

    private static ThisMachine of(int gpus) {
        HostLimits host = HostLimits.ofThisMachine();
        return new ThisMachine(host.cores(), host.memory(), sharedMemoryHere(), gpus);
    }

    private static int gpus(Path python) throws InterruptedException {
        try {
            return AcceleratorFinder.find(python).count(Resources.GPU);
        } catch (IOException e) {
            // A cluster without GPUs is better than none; `check` tells that they are unknown.
            return 0;
        }
    }

    private static long sharedMemoryHere() {
        try {
            return Files.getFileStore(SHARED_MEMORY).getTotalSpace();
        } catch (IOException e) {
            return 0;
        }
    }

    private static LocalhostSettings settings(Optional<String> python) {
        Map<String, Object> given =
                python.<Map<String, Object>>map(path -> Map.of("python", path)).orElse(Map.of());
        return LocalhostSettings.of(new ProviderSettings("localhost", given));
    }

    private static Path absolute(Path runtimeDir) {
        return runtimeDir.toAbsolutePath().normalize();
    }
}
