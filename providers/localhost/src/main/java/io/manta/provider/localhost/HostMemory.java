package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This computer's memory. */
final class HostMemory {
    private static final long FALLBACK = 4_000_000_000L;
    private static final long LEAST_SHARE = 300_000_000L;

    private HostMemory() {}

    static long total() {
        try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .mapToLong(kilobytes -> Long.parseLong(kilobytes) * 1024)
                    .findFirst()
                    .orElse(FALLBACK);
        } catch (IOException e) {
            return FALLBACK;
        }
    }

    /** What a node may claim when its type does not say, so that a full cluster does not claim more than there is. */
    static long share(int maxWorkers) {
        return Math.max(total() / 10 * 8 / (maxWorkers + 1L), LEAST_SHARE);
    }
}
