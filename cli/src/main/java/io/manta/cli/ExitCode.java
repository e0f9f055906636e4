package io.manta.cli;

import io.manta.spi.model.Problem;
import java.util.List;

/** What the program's exit code means; codes of remote commands are passed on as they are. */
public final class ExitCode {
    public static final int OK = 0;
    /** It was tried and did not work, or was refused. */
    public static final int FAILED = 1;
    /** The command line or the configuration is wrong; nothing was tried. */
    public static final int USAGE = 2;
    /** A mistake in Manta itself. */
    public static final int BUG = 70;
    /** Ctrl-C, as shells count it. */
    public static final int INTERRUPTED = 130;

    /** The code of the problem that a cluster was named which is neither file nor record. */
    public static final String NO_CLUSTER = "CLI-NO-CLUSTER";

    private ExitCode() {}

    /** Wrong input and failed work end differently, so that scripts can tell them apart. */
    static int of(List<Problem> problems) {
        for (Problem problem : problems) {
            if (problem.isError()
                    && !problem.code().startsWith("CONFIG-")
                    && !problem.code().startsWith("SIMULATE-")
                    && !problem.code().equals(NO_CLUSTER)) {
                return FAILED;
            }
        }
        return USAGE;
    }
}
