package io.manta.core.setup;

/** What a second {@code up} may do to a Ray that runs. */
public enum RestartMode {
    /** Restart Ray only when something changed. */
    WHEN_CHANGED,
    /** {@code --no-restart}: set up, never restart Ray. */
    NEVER,
    /** {@code --restart-only}: restart Ray, skip the set-up commands. */
    ONLY_RESTART
}
