package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a cluster may use of this machine's accelerators: looked for when it is brought up, kept in its directory. */
final class AcceleratorStock {
    private final ClusterFiles files;
    private final Optional<List<String>> gpus;

    AcceleratorStock(ClusterFiles files, LocalhostSettings settings) {
        this.files = files;
        this.gpus = settings.gpus();
    }

    /** Whether looking again would find the same. */
    boolean isCurrent(Path python) {
        try {
            return Accelerators.read(files.accelerators()).key().equals(key(python));
        } catch (IOException e) {
            return false;
        }
    }

    /** Looks, unless that was done under the same circumstances. */
    void look(Path python) throws IOException, InterruptedException {
        if (!isCurrent(python)) {
            find(python).write(files.accelerators());
        }
    }

    /** Looks, and keeps nothing. A Python whose Ray cannot be asked leaves it unknown. */
    Accelerators find(Path python) throws InterruptedException {
        try {
            Accelerators all = AcceleratorFinder.find(python);
            Accelerators usable = gpus.map(all::withOnly).orElse(all);
            return new Accelerators(key(python), usable.known(), usable.families(), usable.troubles());
        } catch (IOException e) {
            return new Accelerators(
                    key(python), Accelerators.UNKNOWN.known(), List.of(), List.of(String.valueOf(e.getMessage())));
        }
    }

    private String key(Path python) {
        return AcceleratorFinder.key(python)
                + gpus.map(list -> " gpus=" + String.join(",", list)).orElse("");
    }
}
