package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.remote.shell.ShellText;
import java.util.Map;
import java.util.Optional;

/** How a command goes on without us, in screen or tmux on the head. */
enum Detached {
    NO,
    SCREEN,
    TMUX;

    static Detached of(Call call) {
        boolean screen = call.flag("--screen");
        boolean tmux = call.flag("--tmux");
        if (screen && tmux) {
            throw call.usage("--screen and --tmux exclude each other");
        }
        return screen ? SCREEN : tmux ? TMUX : NO;
    }

    /** The shell stays open behind the command, so that its output can be read later. */
    String wrap(String command, String screenArguments) {
        String inner = ShellText.quote(command + "; exec bash");
        return switch (this) {
            case NO -> command;
            case SCREEN ->
                "screen -L -dm " + (screenArguments.isEmpty() ? "" : screenArguments + " ") + "bash -c " + inner;
            case TMUX -> "tmux new -d bash -c " + inner;
        };
    }

    /** The line that opens an interactive one. */
    String shell(boolean fresh) {
        return switch (this) {
            case NO -> "";
            case SCREEN -> fresh ? "screen -L" : "screen -L -xRR";
            case TMUX -> fresh ? "tmux new" : "tmux attach || tmux new";
        };
    }

    /** The same where the head is another machine: the program that {@code up} brought there does it. */
    static String thenDownOnHead(String cluster) {
        return "; setsid -f env -i PATH=\"$PATH\" HOME=\"$HOME\" \"$HOME\"/.manta/manta down "
                + ShellText.quote(cluster) + " -y >>\"$HOME\"/.manta/down.log 2>&1";
    }

    /**
     * What takes the cluster down once a detached command has ended. It must not be one of the processes it ends, so it gets
     * a session and an environment of its own.
     */
    static Optional<String> thenDown(String cluster, Map<String, String> environment, String launcher) {
        if (launcher.isEmpty()) {
            return Optional.empty();
        }
        var clean = new StringBuilder("; setsid -f env -i");
        for (String name : new String[] {"PATH", "HOME", "MANTA_HOME", "JAVA_HOME"}) {
            String value = environment.get(name);
            if (value != null) {
                clean.append(' ').append(ShellText.quote(name + "=" + value));
            }
        }
        return Optional.of(
                clean + " " + ShellText.quote(launcher) + " down " + ShellText.quote(cluster) + " -y >/dev/null 2>&1");
    }
}
