package io.manta.controller.loop;

/** The process dies here. Nothing in the program may catch it. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
        super("crash", null, false, false);
    }
}
