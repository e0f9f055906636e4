package io.manta.core.model;

import java.util.List;

/** Shell commands by phase and role, after Ray's merge: the common set-up commands are already in front of each role's. */
public record CommandSettings(
        List<String> initialization,
        List<String> headSetup,
        List<String> workerSetup,
        List<String> headStart,
        List<String> workerStart) {
    public static final CommandSettings NONE =
            new CommandSettings(List.of(), List.of(), List.of(), List.of(), List.of());

    public CommandSettings {
        initialization = List.copyOf(initialization);
        headSetup = List.copyOf(headSetup);
        workerSetup = List.copyOf(workerSetup);
        headStart = List.copyOf(headStart);
        workerStart = List.copyOf(workerStart);
    }
}
