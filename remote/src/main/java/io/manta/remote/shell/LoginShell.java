package io.manta.remote.shell;

import io.manta.spi.remote.Command;
import java.time.Duration;
import java.util.Map;

/**
 * Runs a user's command as it would run had they logged in: {@code ~/.bashrc} in full, so that conda, pyenv and modules
 * work, yet without what such a shell prints when it has no terminal.
 *
 * <p>Standard output and error are joined on the far side, which keeps their order. The last thing printed is a mark with the
 * exit code: a daemon that was left behind with the output still open does not make anyone wait.
 */
public final class LoginShell {
    private static final String DEFAULTS =
            "export OMP_NUM_THREADS=\"${OMP_NUM_THREADS:-1}\" PYTHONWARNINGS=\"${PYTHONWARNINGS:-ignore}\"; ";

    private static final String PLAIN = "#!/bin/sh\n";

    private LoginShell() {}

    /**
     * One argument for the remote side, whatever the login shell there is. A script that begins with {@code #!/bin/sh} needs
     * nothing the user has set up, and is spared the cost of it.
     */
    public static String marked(String script, Map<String, String> environment, Duration timeout, String mark) {
        String inner = "exec >&3 2>&3 3>&-; " + body(script, environment);
        String shell = script.startsWith(PLAIN) ? "sh -c " : bash(script);
        String run = limited(shell + ShellText.quote(inner), timeout);
        return "bash -c "
                + ShellText.quote("exec 3>&1 >/dev/null 2>&1; " + run + "; printf '%s %d\\n' " + mark + " $? >&3");
    }

    /** For a terminal: nothing is hidden, nothing is joined. An empty script is the user's own login shell. */
    public static String plain(String script, Map<String, String> environment) {
        if (script.isBlank() && environment.isEmpty()) {
            return "";
        }
        return bash(script) + ShellText.quote(body(script.isBlank() ? "exec \"$SHELL\" -l" : script, environment));
    }

    /** As {@link #plain}, but the shell's own complaints about the missing terminal are not shown. */
    public static String quiet(String script, Map<String, String> environment) {
        return hushed("exec >&3 2>&4 3>&- 4>&-; ", script, environment);
    }

    /** As {@link #quiet}, with standard output and error joined in the order they were written. */
    public static String joined(String script, Map<String, String> environment) {
        return hushed("exec >&3 2>&3 3>&- 4>&-; ", script, environment);
    }

    private static String hushed(String redirect, String script, Map<String, String> environment) {
        String inner = redirect + body(script, environment);
        return "bash -c "
                + ShellText.quote("exec 3>&1 4>&2 >/dev/null 2>&1; exec " + bash(script) + ShellText.quote(inner));
    }

    private static String bash(String script) {
        return script.startsWith(Command.PLAIN_BASH) ? "bash -c " : "bash --login -i -c ";
    }

    // A subshell, because an interactive login shell says "logout" when a command calls exit.
    private static String body(String script, Map<String, String> environment) {
        if (script.startsWith(PLAIN)) {
            return ShellText.exports(environment) + script;
        }
        // Ctrl-C: the command ends by it, and the exit code tells so.
        return "set +m; trap 'exit 130' INT; " + DEFAULTS + ShellText.exports(environment) + "(\n" + script + "\n)";
    }

    private static String limited(String run, Duration timeout) {
        if (timeout.isZero()) {
            return run;
        }
        long seconds = Math.max(1, timeout.toSeconds());
        return "limit=; command -v timeout && limit='timeout -k 5 " + seconds + "'; $limit " + run;
    }
}
