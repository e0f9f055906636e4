package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How many cores and how much memory this process may use: what the machine has, less what CPU affinity and the control groups
 * above the process (a container's, a login session's) leave of it.
 *
 * @param root of the file system whose {@code /proc} and {@code /sys} are read
 */
record HostLimits(Path root) {
    private static final long FALLBACK_MEMORY = 4_000_000_000L;

    static HostLimits ofThisMachine() {
        return new HostLimits(Path.of("/"));
    }

    /** Not whole where a control group grants a part of a core. */
    double cores() {
        double least = allowedCores();
        for (Path group : groups("cpu")) {
            Optional<Double> quota = quota(group);
            if (quota.isPresent()) {
                least = Math.min(least, quota.get());
            }
        }
        return least;
    }

    long memory() {
        long least = meminfo();
        for (Path group : groups("memory")) {
            for (String file : List.of("memory.max", "memory.limit_in_bytes")) {
                OptionalLong limit = number(group.resolve(file));
                if (limit.isPresent()) {
                    least = Math.min(least, limit.getAsLong());
                }
            }
        }
        return least;
    }

    private double allowedCores() {
        return field("proc/self/status", "Cpus_allowed_list:")
                .map(HostLimits::countOfList)
                .filter(count -> count > 0)
                .orElseGet(() -> Runtime.getRuntime().availableProcessors());
    }

    /** Of a list such as {@code 0-3,8}. */
    private static int countOfList(String list) {
        int count = 0;
        for (String part : list.split(",", -1)) {
            String[] ends = part.strip().split("-", 2);
            try {
                int first = Integer.parseInt(ends[0]);
                count += ends.length == 1 ? 1 : Integer.parseInt(ends[1]) - first + 1;
            } catch (NumberFormatException e) {
                return 0;
            }
        }
        return count;
    }

    private long meminfo() {
        return field("proc/meminfo", "MemTotal:")
                .map(text -> text.replaceAll("[^0-9]", ""))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> Long.parseLong(digits) * 1024)
                .orElse(FALLBACK_MEMORY);
    }

    /** Both generations of control groups write it in microseconds; the first writes -1 for no limit. */
    private static Optional<Double> quota(Path group) {
        String[] both = text(group.resolve("cpu.max")).orElse("").split(" ", 2);
        if (both.length == 2 && both[0].matches("[0-9]+")) {
            return Optional.of(Double.parseDouble(both[0]) / Double.parseDouble(both[1]));
        }
        OptionalLong quota = number(group.resolve("cpu.cfs_quota_us"));
        OptionalLong period = number(group.resolve("cpu.cfs_period_us"));
        return quota.isPresent() && period.isPresent() && period.getAsLong() > 0
                ? Optional.of((double) quota.getAsLong() / period.getAsLong())
                : Optional.empty();
    }

    /** The group of this process and those above it, as far as they are visible from here. */
    private List<Path> groups(String controller) {
        var found = new ArrayList<Path>();
        Path mount = root.resolve("sys/fs/cgroup");
        for (String line : lines("proc/self/cgroup")) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                addUpwards(mount, parts[2], found);
            } else if (Arrays.asList(parts[1].split(",", -1)).contains(controller)) {
                addUpwards(mount.resolve(controller), parts[2], found);
            }
        }
        return found;
    }

    private static void addUpwards(Path mount, String below, List<Path> found) {
        @Nullable Path group = mount.resolve(below.substring(1)).normalize();
        // In a container the path may be the host's, of which only the root is mounted.
        while (group != null && group.startsWith(mount)) {
            found.add(group);
            group = group.getParent();
        }
    }

    private Optional<String> field(String file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst();
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static OptionalLong number(Path file) {
        return text(file).filter(text -> text.matches("[0-9]{1,18}")).stream()
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
