package io.manta.controller.flow;

/**
 * What {@code up} will do to the head, and why.
 *
 * @param rayRuns whether a Ray answers there now, so that work may be lost
 */
public record HeadChange(Kind kind, String why, boolean rayRuns) {
    /** From nothing to everything. */
    public enum Kind {
        NOTHING,
        SET_UP,
        RESTART,
        CREATE,
        REPLACE
    }

    /** Whether something that runs is ended. */
    public boolean interrupts() {
        return kind == Kind.REPLACE || (kind == Kind.RESTART && rayRuns);
    }

    /** One sentence for whoever is asked to agree. */
    public String words() {
        return switch (kind) {
            case NOTHING -> "The head is not touched.";
            case CREATE -> "A head is launched: " + why + ".";
            case SET_UP -> "The head is set up again, Ray goes on running: " + why + ".";
            case RESTART ->
                rayRuns
                        ? "Ray is restarted on the head, which ends all running jobs: " + why + "."
                        : "Ray is started on the head: " + why + ".";
            case REPLACE -> "The head is replaced by a new machine, which ends all running jobs: " + why + ".";
        };
    }
}
