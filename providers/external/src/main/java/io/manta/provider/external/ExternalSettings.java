package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.ProviderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The keys under {@code provider:} that say which provider is meant and how patient to be with it.
 *
 * @param timeout for calls that only look; launching may take ten times as long, preparing twenty times
 */
public record ExternalSettings(Kind kind, ProviderSettings provider, Duration timeout) {
    /** Where the provider's code is. */
    public enum Kind {
        PLUGIN,
        MODULE,
        COMMAND
    }

    private static final double DEFAULT_TIMEOUT = 30;

    public static ExternalSettings of(ClusterConfig config) throws ProblemException {
        ProviderSettings provider = config.provider();
        boolean plugin =
                provider.settings().containsKey("plugin") || provider.settings().containsKey("classpath");
        boolean module = provider.text("module").isPresent();
        boolean command = provider.settings().containsKey("command");
        if ((plugin ? 1 : 0) + (module ? 1 : 0) + (command ? 1 : 0) != 1) {
            throw new ProblemException(ExternalProblems.settings(
                    "provider `external` needs exactly one of `module`, `command` and `plugin`",
                    "",
                    "write `module: package.Class` for a Ray provider class, `command: [program]` for a program,"
                            + " `plugin: name` with `classpath: [file.jar]` for a Java plug-in"));
        }
        double seconds =
                provider.settings().get("timeout_seconds") instanceof Number n ? n.doubleValue() : DEFAULT_TIMEOUT;
        return new ExternalSettings(
                plugin ? Kind.PLUGIN : module ? Kind.MODULE : Kind.COMMAND, provider, Duration.ofMillis((long)
                        (seconds * 1000)));
    }

    /** What it is called in messages. */
    public String name() {
        return switch (kind) {
            case PLUGIN -> "plug-in " + provider.text("plugin").orElse("provider");
            case MODULE -> provider.text("module").orElse("");
            case COMMAND ->
                command().isEmpty()
                        ? "command"
                        : Path.of(command().getFirst()).getFileName().toString();
        };
    }

    public List<String> command() {
        return texts("command");
    }

    public List<String> texts(String key) {
        return switch (provider.settings().get(key)) {
            case List<?> list -> list.stream().map(Object::toString).toList();
            case String text -> List.of(text);
            case null, default -> List.of();
        };
    }

    public Map<?, ?> table(String key) {
        return provider.settings().get(key) instanceof Map<?, ?> map ? map : Map.of();
    }

    /** Whether the machines are this machine's own, so that the daemon stays here. */
    public boolean isHere() {
        return provider.flag("on_this_machine", false);
    }
}
