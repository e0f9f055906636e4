package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.spi.model.CommandSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Docker on machines of clouds whose image comes without; your own hosts are left alone. */
final class DockerInstallation {
    private static final Set<String> PROVIDERS = Set.of(Providers.AWS, Providers.GCP);
    private static final String SCRIPT = "#: install Docker, unless this machine has it\n";

    private DockerInstallation() {}

    static boolean wanted(Fields docker, String provider) {
        return PROVIDERS.contains(provider)
                && DockerChecks.used(docker)
                && !docker.flag("use_podman").orElse(false)
                && docker.flag("install").orElse(true);
    }

    /** In front, so that the user's own commands can use it. */
    static List<String> before(List<String> initialization) {
        var commands = new ArrayList<String>();
        commands.add(SCRIPT + Defaults.resource("install-docker.sh"));
        commands.addAll(initialization);
        return List.copyOf(commands);
    }

    static CommandSettings before(CommandSettings commands) {
        return commands.initializing(before(commands.initialization()));
    }
}
