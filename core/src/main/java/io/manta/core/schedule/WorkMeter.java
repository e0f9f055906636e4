package io.manta.core.schedule;

/** Bounds a search by the work it has done instead of by a clock, so that the same problem always gets the same answer. */
final class WorkMeter {
    private long left;

    WorkMeter(long budget) {
        left = budget;
    }

    void add(long steps) {
        left -= steps;
    }

    boolean isSpent() {
        return left <= 0;
    }
}
