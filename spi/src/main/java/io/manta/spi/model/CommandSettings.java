package io.manta.spi.model;

import java.util.List;

/**
 * Shell commands by phase and role, after Ray's merge: the common set-up commands are already in front of each role's.
 *
 * @param beforeSetup Manta's own, on every node, in front of the set-up commands of its role
 * @param afterSetup the same, behind them
 * @param loginShells run them as if the user had logged in; otherwise in a plain {@code bash}
 * @param usageStats whether Ray may report how it is used
 */
public record CommandSettings(
        List<String> initialization,
        List<String> headSetup,
        List<String> workerSetup,
        List<String> headStart,
        List<String> workerStart,
        List<String> beforeSetup,
        List<String> afterSetup,
        boolean loginShells,
        boolean usageStats) {
    public static final CommandSettings NONE =
            new CommandSettings(List.of(), List.of(), List.of(), List.of(), List.of());

    public CommandSettings {
        initialization = List.copyOf(initialization);
        headSetup = List.copyOf(headSetup);
        workerSetup = List.copyOf(workerSetup);
        headStart = List.copyOf(headStart);
        workerStart = List.copyOf(workerStart);
        beforeSetup = List.copyOf(beforeSetup);
        afterSetup = List.copyOf(afterSetup);
    }

    public CommandSettings with(boolean login, boolean usage) {
        return new CommandSettings(
                initialization, headSetup, workerSetup, headStart, workerStart, beforeSetup, afterSetup, login, usage);
    }

    public CommandSettings initializing(List<String> commands) {
        return new CommandSettings(
                commands,
                headSetup,
                workerSetup,
                headStart,
                workerStart,
                beforeSetup,
                afterSetup,
                loginShells,
                usageStats);
    }

    public CommandSettings around(List<String> before, List<String> after) {
        return new CommandSettings(
                initialization, headSetup, workerSetup, headStart, workerStart, before, after, loginShells, usageStats);
    }

    public CommandSettings(
            List<String> initialization,
            List<String> headSetup,
            List<String> workerSetup,
            List<String> headStart,
            List<String> workerStart) {
        this(initialization, headSetup, workerSetup, headStart, workerStart, List.of(), List.of(), true, true);
    }
}
