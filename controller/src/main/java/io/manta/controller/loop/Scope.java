package io.manta.controller.loop;

/** How much of the work a controller takes on. */
public enum Scope {
    /** The daemon: everything. */
    ALL,
    /** {@code up}: asks for all machines at once, but sets up the head only; the daemon does the rest. */
    HEAD,
    /** The daemon while {@code up} still works on the head: sets up the workers that exist, and nothing else. */
    WORKERS
}
