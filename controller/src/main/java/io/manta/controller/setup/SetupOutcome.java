package io.manta.controller.setup;

import io.manta.spi.model.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How the set-up of a node ended. */
public sealed interface SetupOutcome {
    /** All steps are done, or none was needed. */
    record Done(Duration took, boolean changedAnything) implements SetupOutcome {}

    /**
     * A step failed.
     *
     * @param step such as {@code [6/7] Running setup commands}
     * @param command the one that failed; empty when the step is not made of commands
     * @param exitCode -1 when there was none
     * @param lastLines of its output
     * @param log the file with all of it; empty when nothing was written
     * @param problem the cause in our words
     * @param certain whether trying again cannot help
     */
    record Failed(
            String step,
            String command,
            int exitCode,
            List<String> lastLines,
            Optional<String> log,
            Problem problem,
            boolean certain)
            implements SetupOutcome {}
}
