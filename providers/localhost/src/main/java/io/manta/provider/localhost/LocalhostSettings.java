package io.manta.provider.localhost;

import io.manta.spi.model.ProviderSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The keys under {@code provider:} that this provider reads.
 *
 * @param rayVersion to install when no environment is given; to be found in it when one is
 * @param versionGiven whether the user asked for that version
 * @param python an interpreter that has Ray already; the user may name its environment instead
 * @param dashboard whether the head runs Ray's dashboard
 * @param gcsPort fixed by the user; otherwise chosen
 * @param gpus those that the cluster may use; all when absent
 * @param oversubscribeGpus every node that claims GPUs sees all of them, whoever else does
 */
record LocalhostSettings(
        String rayVersion,
        boolean versionGiven,
        Optional<Path> python,
        boolean dashboard,
        Optional<Integer> gcsPort,
        Optional<Integer> dashboardPort,
        Optional<Integer> clientPort,
        Optional<List<String>> gpus,
        boolean oversubscribeGpus) {
    static final String DEFAULT_RAY_VERSION = "2.60.0";

    static LocalhostSettings of(ProviderSettings provider) {
        return new LocalhostSettings(
                provider.text("ray_version").orElse(DEFAULT_RAY_VERSION),
                provider.text("ray_version").isPresent(),
                provider.text("python").map(LocalhostSettings::python),
                provider.flag("dashboard", true),
                port(provider, "gcs_port"),
                port(provider, "dashboard_port"),
                port(provider, "client_port"),
                gpus(provider),
                provider.flag("oversubscribe_gpus", false));
    }

    private static Optional<List<String>> gpus(ProviderSettings provider) {
        return provider.settings().get("gpus") instanceof List<?> list
                ? Optional.of(list.stream().map(String::valueOf).toList())
                : Optional.empty();
    }

    private static Path python(String text) {
        String home = System.getProperty("user.home", "");
        Path path = Path.of(text.equals("~") || text.startsWith("~/") ? home + text.substring(1) : text)
                .toAbsolutePath();
        return Files.isDirectory(path) ? path.resolve("bin").resolve("python") : path;
    }

    private static Optional<Integer> port(ProviderSettings provider, String key) {
        return provider.settings().get(key) instanceof Number number
                ? Optional.of(number.intValue())
                : Optional.empty();
    }
}
