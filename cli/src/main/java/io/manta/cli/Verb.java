package io.manta.cli;

import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.util.List;

/** One thing the program can do. Made anew for each run; {@link #syntax()} is also asked for help, docs and completion. */
public interface Verb {
    /** What it takes. Pure, and loads nothing that only running needs. */
    Syntax syntax();

    /** Puts arguments in the order in which they are read; for verbs that pass some on. */
    default List<String> arrange(List<String> args) {
        return args;
    }

    /** Does it; returns the exit code. Problems thrown are printed by the caller. */
    int run(Call call) throws ProblemException, IOException, InterruptedException;
}
