package io.manta.core.setup;

/**
 * How far the set-up of a node has come.
 *
 * @param step 1 to {@link SetupPlan#STEPS}; 0 before the first
 * @param detail what happens within the step, where there is more to say; may be empty
 */
public record SetupProgress(int step, String title, String detail) {
    public static final SetupProgress STARTING = new SetupProgress(0, "starting", "");

    public static SetupProgress at(SetupStep step) {
        return new SetupProgress(step.number(), step.title(), "");
    }

    public SetupProgress with(String more) {
        return new SetupProgress(step, title, more);
    }

    /** Whether commands can be run on the machine: the first step waits for that. */
    public boolean isReached() {
        return step > 1;
    }

    /** Such as {@code [6/7] Running setup commands}. */
    public String label() {
        return step == 0 ? title : "[" + step + "/" + SetupPlan.STEPS + "] " + title;
    }

    @Override
    public String toString() {
        return detail.isEmpty() ? label() : label() + ": " + detail;
    }
}
