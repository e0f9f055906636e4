package io.manta.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.management.OperatingSystemMXBean;
import io.manta.core.plan.DefaultPlanner;
import io.manta.core.plan.Plan;
import io.manta.core.plan.Snapshot;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.LinkedHashMap;

/** Plans one round of a large cluster and prints how long that takes; run it with a small heap to see what it needs. */
public final class TickBench {
    private static final int ROUNDS = 9;

    private TickBench() {}

    public static void main(String[] args) throws IOException {
        int nodes = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        int requests = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        int shapes = args.length > 2 ? Integer.parseInt(args[2]) : 200;
        System.out.println(line(LargeCluster.snapshot(nodes, requests, shapes)));
    }

    static String line(Snapshot snapshot) throws IOException {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var wall = new double[ROUNDS];
        var cpu = new double[ROUNDS];
        Plan plan = Plan.NOTHING;
        for (int i = 0; i < ROUNDS; i++) {
            long cpuBefore = system.getProcessCpuTime();
            long before = System.nanoTime();
            plan = new DefaultPlanner().plan(snapshot);
            wall[i] = (System.nanoTime() - before) / 1e9;
            cpu[i] = (system.getProcessCpuTime() - cpuBefore) / 1e9;
        }
        double first = wall[0];
        Arrays.sort(wall);
        Arrays.sort(cpu);
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(p -> p.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(u -> u.getUsed())
                .sum();
        var out = new LinkedHashMap<String, Object>();
        out.put("nodes", snapshot.nodes().size());
        out.put(
                "pending",
                snapshot.demand().requests().stream().mapToLong(r -> r.count()).sum());
        out.put("shapes", snapshot.demand().requests().size());
        out.put("actions", plan.actions().size());
        out.put("first_seconds", first);
        out.put("median_seconds", wall[ROUNDS / 2]);
        out.put("median_cpu_seconds", cpu[ROUNDS / 2]);
        out.put("peak_heap_mib", peak >> 20);
        return JSON.std.asString(out);
    }
}
