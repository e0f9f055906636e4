package io.manta.spi.model;

import java.util.List;

/**
 * Shell commands by phase and role, after Ray's merge: the common set-up commands are already in front of each role's.
 *
 * @param loginShells run them as if the user had logged in; otherwise in a plain {@code bash}
 * @param usageStats whether Ray may report how it is used
 */
public record CommandSettings(
        List<String> initialization,
        List<String> headSetup,
        List<String> workerSetup,
        List<String> headStart,
        List<String> workerStart,
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
    }

    public CommandSettings with(boolean login, boolean usage) {
        return new CommandSettings(initialization, headSetup, workerSetup, headStart, workerStart, login, usage);
    }

    public CommandSettings(
            List<String> initialization,
            List<String> headSetup,
            List<String> workerSetup,
            List<String> headStart,
            List<String> workerStart) {
        this(initialization, headSetup, workerSetup, headStart, workerStart, true, true);
    }
}
