package io.manta.core.setup;

import io.manta.spi.model.NodeStatus;
import io.manta.spi.remote.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One of the seven steps users know. */
public sealed interface SetupStep {
    /** 1 to 7. */
    int number();

    /** As shown behind {@code [n/7]}. */
    String title();

    /** The status on the machine's tags while this step runs. */
    NodeStatus status();

    /** Wait until commands can be run. */
    record WaitForShell(int number, String title, NodeStatus status, Duration deadline) implements SetupStep {}

    /** Bring files; remote path to local path. */
    record SyncFiles(
            int number,
            String title,
            NodeStatus status,
            Map<String, String> mounts,
            List<String> excludes,
            List<String> filters,
            boolean missingIsFine)
            implements SetupStep {}

    /** Start or re-create the container, where there is one. */
    record StartContainer(int number, String title, NodeStatus status) implements SetupStep {}

    /**
     * Run shell commands one after the other; the first that fails ends the step.
     *
     * @param waitForHead hold back until the head's Ray answers
     */
    record RunCommands(
            int number,
            String title,
            NodeStatus status,
            List<String> commands,
            Map<String, String> environment,
            boolean onHost,
            boolean waitForHead)
            implements SetupStep {
        private static final String NAMED = "#: ";

        /** What users see of a command: its text, or the name that its first line gives it behind {@code #:}. */
        public static String shown(String command) {
            String text =
                    command.startsWith(Command.PLAIN_BASH) ? command.substring(Command.PLAIN_BASH.length()) : command;
            return text.startsWith(NAMED)
                    ? text.lines().findFirst().orElseThrow().substring(NAMED.length())
                    : text;
        }

        /** Whether this one of the commands has to be held back; ending an old Ray need not wait for a new head. */
        public boolean needsHead(String command) {
            return waitForHead && !StartCommands.onlyStops(command);
        }
    }

    /** Nothing to do, said so. */
    record Skip(int number, String title, NodeStatus status) implements SetupStep {}
}
