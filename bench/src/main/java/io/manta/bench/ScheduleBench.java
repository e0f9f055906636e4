package io.manta.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.management.OperatingSystemMXBean;
import io.manta.core.schedule.CostAwareScheduler;
import io.manta.core.schedule.Schedule;
import io.manta.spi.ray.Demand;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Solves problem files and prints one JSON line for each, with the placements as a witness. */
public final class ScheduleBench {
    private static final int WARM_UPS = 12;
    private static final double WARM_UP_SECONDS = 4;
    private static final int MEASURED = 7;

    private ScheduleBench() {}

    public static void main(String[] files) throws IOException {
        if (files.length == 0) {
            System.err.println("usage: bench/schedule PROBLEM.json...");
            System.exit(2);
        }
        for (String file : files) {
            System.out.println(line(SchedProblemReader.read(Path.of(file)), !Boolean.getBoolean("unmeasured")));
        }
    }

    static String line(SchedProblem problem, boolean measure) throws IOException {
        Demand demand = SchedRound.demand(problem);
        SchedRound.Answer answer = SchedRound.solve(problem, demand, new CostAwareScheduler());
        var out = new LinkedHashMap<String, Object>();
        out.put("problem", problem.name());
        out.put("launch", answer.launch());
        out.put(
                "terminate",
                answer.terminate().stream()
                        .map(e -> Map.of("id", e.id(), "cause", e.cause()))
                        .toList());
        out.put("infeasible_requests", infeasible(problem, answer.schedule()));
        out.put(
                "infeasible_gangs",
                answer.schedule().gangs().stream()
                        .map(g -> problem.gangs().get(g).id())
                        .sorted()
                        .toList());
        out.put("constraint_infeasible", !answer.schedule().floor().isEmpty());
        out.put("placements", placements(problem, answer));
        if (measure) {
            out.put("cpu_seconds", measure(problem, demand));
        }
        out.put("price_per_hour", price(problem, answer));
        return JSON.std.asString(out);
    }

    private static double price(SchedProblem problem, SchedRound.Answer answer) {
        double sum = 0;
        for (var entry : answer.launch().entrySet()) {
            sum += entry.getValue()
                    * problem.type(entry.getKey()).pricePerHour().orElse(0);
        }
        return Math.round(sum * 1e6) / 1e6;
    }

    private static double measure(SchedProblem problem, Demand demand) {
        double spent = 0;
        for (int i = 0; i < WARM_UPS && spent < WARM_UP_SECONDS; i++) {
            spent += solve(problem, demand);
        }
        return IntStream.range(0, MEASURED)
                .mapToDouble(i -> solve(problem, demand))
                .sorted()
                .toArray()[MEASURED / 2];
    }

    /** Of the whole process, compiler and garbage collector included. */
    private static double solve(SchedProblem problem, Demand demand) {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = system.getProcessCpuTime();
        SchedRound.solve(problem, demand, new CostAwareScheduler());
        return (system.getProcessCpuTime() - before) / 1e9;
    }

    private static List<Map<String, Object>> infeasible(SchedProblem problem, Schedule schedule) {
        var counts = new TreeMap<Integer, Long>();
        var original = original(problem);
        schedule.requests().forEach((i, n) -> counts.merge(original.applyAsInt(i), n, Long::sum));
        var out = new ArrayList<Map<String, Object>>();
        counts.forEach((i, n) -> {
            var entry =
                    new LinkedHashMap<String, Object>(problem.requests().get(i).raw());
            entry.put("count", n);
            out.add(entry);
        });
        return out;
    }

    /** Index in the file of each request handed over. */
    private static IntUnaryOperator original(SchedProblem problem) {
        if (problem.grouped()) {
            return i -> i;
        }
        var ends = new TreeMap<Long, Integer>();
        long end = 0;
        for (int i = 0; i < problem.requests().size(); i++) {
            end += problem.requests().get(i).count();
            ends.put(end, i);
        }
        return i -> ends.higherEntry((long) i).getValue();
    }

    private static List<Map<String, Object>> placements(SchedProblem problem, SchedRound.Answer answer) {
        var original = original(problem);
        var byNode = new LinkedHashMap<String, Map<String, Object>>();
        answer.added().forEach((node, type) -> byNode.put(node, placement(node, type, List.of(), List.of())));
        int planned = answer.added().size()
                - (int) answer.schedule().assignments().stream()
                        .filter(Schedule.Assignment::added)
                        .count();
        for (Schedule.Assignment assignment : answer.schedule().assignments()) {
            boolean isNew = assignment.added() || assignment.node().startsWith("!");
            String node = isNew ? SchedRound.name(planned, assignment.node()) : assignment.node();
            var requests = new TreeMap<Integer, Long>();
            assignment.requests().forEach((i, n) -> requests.merge(original.applyAsInt(i), n, Long::sum));
            if (isNew || !requests.isEmpty() || !assignment.bundles().isEmpty()) {
                byNode.put(
                        node,
                        placement(
                                node,
                                assignment.type(),
                                requests.entrySet().stream()
                                        .map(e -> List.<Object>of(e.getKey(), e.getValue()))
                                        .toList(),
                                assignment.bundles().stream()
                                        .map(b -> List.<Object>of(
                                                problem.gangs().get(b.gang()).id(), b.bundle()))
                                        .toList()));
            }
        }
        return List.copyOf(byNode.values());
    }

    private static Map<String, Object> placement(
            String node, String type, List<List<Object>> requests, List<List<Object>> bundles) {
        var out = new LinkedHashMap<String, Object>();
        out.put("node", node);
        out.put("type", type);
        out.put("requests", requests);
        out.put("bundles", bundles);
        return out;
    }
}
