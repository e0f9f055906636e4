package io.manta.core.schedule;

import io.manta.core.schedule.SchedulingProblem.Host;
import io.manta.core.schedule.SchedulingProblem.Stock;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import java.util.HashMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Resources that every node has one of without saying so, until some of it is in use. Ray Serve makes
 * {@code max_replicas_per_node} of them.
 */
public final class ImplicitResources {
    private static final String PREFIX = "node:__internal_implicit_resource_";

    private ImplicitResources() {}

    public static boolean isImplicit(String name) {
        return name.startsWith(PREFIX);
    }

    /** What of a shape a node must really bring. */
    public static Resources without(Resources shape) {
        if (shape.units().keySet().stream().noneMatch(ImplicitResources::isImplicit)) {
            return shape;
        }
        var units = new HashMap<>(shape.units());
        units.keySet().removeIf(ImplicitResources::isImplicit);
        return new Resources(units);
    }

    /** The same problem with those that the demand names written out wherever nobody says how much of them is left. */
    public static SchedulingProblem writtenOut(SchedulingProblem problem) {
        Set<String> names = names(problem.demand());
        if (names.isEmpty()) {
            return problem;
        }
        return new SchedulingProblem(
                problem.hosts().stream().map(h -> writtenOut(h, names)).toList(),
                problem.stock().stream().map(s -> writtenOut(s, names)).toList(),
                problem.maxNew(),
                problem.demand(),
                problem.rules());
    }

    private static Host writtenOut(Host host, Set<String> names) {
        var total = new HashMap<>(host.total().units());
        var free = new HashMap<>(host.free().units());
        for (String name : names) {
            if (total.put(name, Resources.SCALE) == null) {
                free.putIfAbsent(name, Resources.SCALE);
            }
        }
        return new Host(host.id(), host.type(), new Resources(total), new Resources(free), host.labels(), host.spare());
    }

    private static Stock writtenOut(Stock stock, Set<String> names) {
        var all = new HashMap<>(stock.resources().units());
        names.forEach(name -> all.put(name, Resources.SCALE));
        return stock.withResources(new Resources(all));
    }

    private static Set<String> names(Demand demand) {
        var names = new TreeSet<String>();
        Stream.of(
                        demand.requests().stream().map(Demand.Request::shape),
                        demand.floor().stream().map(Demand.Request::shape),
                        demand.gangs().stream()
                                .flatMap(g -> g.bundles().stream().map(Demand.Bundle::shape)))
                .flatMap(shapes -> shapes)
                .forEach(shape -> shape.units().keySet().stream()
                        .filter(ImplicitResources::isImplicit)
                        .forEach(names::add));
        return names;
    }
}
