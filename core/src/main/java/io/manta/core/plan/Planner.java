package io.manta.core.plan;

/** Decides. Pure, total and deterministic: the same snapshot always gives the same plan, whatever the order of its lists. */
public interface Planner {
    Plan plan(Snapshot snapshot);
}
