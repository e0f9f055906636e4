package io.manta.controller.loop;

import io.manta.spi.model.Problem;

/** Turns what should not have happened into something that can be shown; one node's bug must not stop the others. */
final class Bugs {
    private Bugs() {}

    static Problem problem(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return Problem.error("BUG", e.toString(), "an unexpected error" + where, "please report it with this text");
    }
}
