package io.manta.core.setup;

/** What a second {@code up} may do to a Ray that runs. */
public enum RestartMode {
    /** Restart Ray only when something changed. */
    WHEN_CHANGED,
    /** {@code --no-restart}: set up, never restart Ray. */
    NEVER,
    /** Ray is not started at all: the machine is set up for others to begin from. */
    NO_START,
    /** {@code --restart-only}: restart Ray, skip the set-up commands. */
    ONLY_RESTART
}
