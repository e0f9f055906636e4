package io.manta.core.plan;

import io.manta.core.schedule.Schedule;

/**
 * What will be served later by itself.
 *
 * @param until what has to happen first, such as {@code an idle node of type A is terminated}
 */
record Prospect(Schedule then, String until) {
    /** How many pieces of one entry of the demand are left over even then. */
    long unserved(Plan.UnmetKind kind, int index) {
        return switch (kind) {
            case REQUEST -> then.requests().getOrDefault(index, 0L);
            case FLOOR -> then.floor().getOrDefault(index, 0L);
            case GANG -> then.gangs().contains(index) ? 1 : 0;
            case MINIMUM -> 1;
        };
    }
}
