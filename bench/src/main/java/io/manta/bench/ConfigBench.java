package io.manta.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.fingerprint.Fingerprints;
import io.manta.config.resolve.LocalPaths;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures reading cluster files and hashing file mounts; prints one JSON line.
 *
 * <p>{@code validate TYPES ROUNDS}: a file with so many node types. {@code hash DIR ROUNDS [CACHE]}: what DIR holds, as Ray hashes
 * it; with a directory for the cache, unchanged trees are known by their listing.
 */
public final class ConfigBench {
    private ConfigBench() {}

    public static void main(String[] args) throws IOException {
        Map<String, Object> result = switch (args[0]) {
            case "validate" -> validate(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            case "hash" ->
                hash(
                        args[1],
                        Integer.parseInt(args[2]),
                        args.length > 3 ? Optional.of(Path.of(args[3])) : Optional.empty());
            default -> throw new IllegalArgumentException("validate or hash, not " + args[0]);
        };
        System.out.println(JSON.std.asString(result));
    }

    /** A file with many node types, none of them wrong. */
    static String file(int types) {
        var out = new StringBuilder("""
                cluster_name: large
                provider: {type: aws, region: us-west-2}
                max_workers: 100000
                head_node_type: t0
                available_node_types:
                """);
        for (int i = 0; i < types; i++) {
            out.append("""
                      t%d:
                        min_workers: 0
                        max_workers: 100
                        resources: {CPU: %d, memory: 64000000000}
                        labels: {pool: p%d}
                        node_config:
                          InstanceType: m5.4xlarge
                          ImageId: latest_dlami
                          BlockDeviceMappings:
                            - DeviceName: /dev/sda1
                              Ebs: {VolumeSize: 140, VolumeType: gp3}
                          InstanceMarketOptions: {MarketType: spot}
                    """.formatted(i, 1 + i % 64, i % 10).indent(2));
        }
        return out.toString();
    }

    private static Map<String, Object> validate(int types, int rounds) {
        String text = file(types);
        double[] wall = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            Loaded loaded = ConfigLoader.load("large.yaml", text, Path.of(""), Overrides.NONE);
            wall[i] = (System.nanoTime() - start) / 1e9;
            if (!loaded.problems().isEmpty()) {
                throw new IllegalStateException(loaded.problems().getFirst().toString());
            }
        }
        var out = new LinkedHashMap<String, Object>();
        out.put("bytes", text.length());
        out.put("first_s", wall[0]);
        out.put("median_s", median(wall));
        return out;
    }

    private static Map<String, Object> hash(String dir, int rounds, Optional<Path> cache) throws IOException {
        var fingerprints = new Fingerprints(LocalPaths.here(), Path.of("/tmp"), cache);
        double[] wall = new double[rounds];
        String contents = "";
        long cpu = cpu();
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            contents = fingerprints.contents(List.of(dir), List.of(), List.of());
            wall[i] = (System.nanoTime() - start) / 1e9;
        }
        var out = new LinkedHashMap<String, Object>();
        out.put("contents", contents);
        out.put("first_s", wall[0]);
        out.put("median_s", median(wall));
        out.put("cpu_s", (cpu() - cpu) / 1e9 / rounds);
        return out;
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
