package io.manta.core.schedule;

/** Finds room for demand. Pure and deterministic; it never runs longer for larger counts of equal requests. */
public interface DemandScheduler {
    Schedule schedule(SchedulingProblem problem);
}
