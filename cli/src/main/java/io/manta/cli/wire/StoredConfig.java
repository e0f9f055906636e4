package io.manta.cli.wire;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.fingerprint.Fingerprints;
import io.manta.config.tool.HeadCopy;
import io.manta.controller.daemon.ConfigSource;
import io.manta.controller.head.RemoteDaemonControl;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.home.ClusterHome;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The configuration that {@code up} left in a cluster's home: the text as given, and what the command line changed in it. */
public final class StoredConfig implements ConfigSource {
    /**
     * @param baseDir where {@code up} was run: relative paths in the text are taken from there
     * @param overrides what the command line changed
     */
    public record Content(String text, Path baseDir, Overrides overrides) {}

    private final ClusterHome home;
    private String followed = "";

    public StoredConfig(ClusterHome home) {
        this.home = home;
    }

    /** Returns whether it differs from what was there. */
    public static boolean write(ClusterHome home, Content content) throws IOException {
        Overrides overrides = content.overrides();
        var map = new LinkedHashMap<String, Object>();
        map.put("base_dir", content.baseDir().toAbsolutePath().toString());
        overrides.clusterName().ifPresent(name -> map.put("cluster_name", name));
        overrides.minWorkers().ifPresent(count -> map.put("min_workers", count));
        overrides.maxWorkers().ifPresent(count -> map.put("max_workers", count));
        if (!overrides.loginShells()) {
            map.put("login_shells", false);
        }
        if (!overrides.usageStats()) {
            map.put("usage_stats", false);
        }
        boolean overridesChanged = writeIfChanged(overridesFile(home), JSON.std.asString(map));
        return writeIfChanged(home.config(), content.text()) || overridesChanged;
    }

    /** The daemon follows every new file; one that says the same must not look new. */
    private static boolean writeIfChanged(Path file, String text) throws IOException {
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return false;
        }
        AtomicFile.write(file, text);
        return true;
    }

    /** As it was stored; files it names are not looked for. */
    public Content read() throws ProblemException {
        try {
            Map<String, Object> map = Files.exists(overridesFile(home))
                    ? JSON.std.mapFrom(Files.readString(overridesFile(home)))
                    : Map.of();
            var overrides = new Overrides(
                    Optional.ofNullable(map.get("cluster_name")).map(Object::toString),
                    number(map, "min_workers"),
                    number(map, "max_workers"),
                    false,
                    !Boolean.FALSE.equals(map.get("login_shells")),
                    !Boolean.FALSE.equals(map.get("usage_stats")));
            String baseDir =
                    String.valueOf(map.getOrDefault("base_dir", home.dir().toString()));
            return new Content(Files.readString(text()), Path.of(baseDir), overrides);
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot read the configuration of cluster " + home.name() + ": " + e.getMessage(),
                    "`manta up` keeps it in " + text(),
                    "run `manta up` with the cluster's YAML file"));
        }
    }

    /** Everything as it was given; problems included. */
    public Loaded load() throws ProblemException {
        Content content = read();
        return ConfigLoader.load(text().toString(), content.text(), content.baseDir(), content.overrides());
    }

    @Override
    public Optional<ClusterConfig> poll() throws ProblemException {
        String now = stamp();
        if (now.equals(followed)) {
            return Optional.empty();
        }
        followed = now;
        return Optional.of(current());
    }

    /** The valid configuration as it is meant on this machine: the user's own, or the head. */
    public ClusterConfig current() throws ProblemException {
        Loaded loaded = load();
        Path copy = headFile(home);
        if (!isHead() || !Files.exists(copy)) {
            return fingerprinted(loaded);
        }
        try {
            return HeadFingerprints.apply(
                    loaded.config().orElseThrow(() -> new ProblemException(loaded.problems())), Files.readString(copy));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.error("CLUSTER-HOME", "cannot read " + copy, "", "run `manta up` again"));
        }
    }

    /** Leaves for the head the configuration without the user's secrets, and what only this machine can tell of it. */
    static void describeForHead(ClusterHome home, Loaded loaded, ClusterConfig config) throws IOException {
        writeIfChanged(home.headConfig(), HeadCopy.text(loaded));
        writeIfChanged(headFile(home), HeadFingerprints.describe(config));
    }

    private Path text() {
        return isHead() ? home.headConfig() : home.config();
    }

    private static boolean isHead() {
        return System.getenv(RemoteDaemonControl.ON_HEAD) != null;
    }

    private static Path headFile(ClusterHome home) {
        return home.dir().resolve("head.json");
    }

    /** The valid configuration with its fingerprints, or all problems. */
    public static ClusterConfig fingerprinted(Loaded loaded) throws ProblemException {
        if (loaded.config().isEmpty()) {
            throw new ProblemException(loaded.problems());
        }
        try {
            return Fingerprints.here().apply(loaded);
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CONFIG-UNREADABLE", "cannot read a file that the configuration names: " + e.getMessage(), "", ""));
        }
    }

    private String stamp() {
        try {
            Path copy = headFile(home);
            return Files.getLastModifiedTime(text()) + " " + Files.getLastModifiedTime(overridesFile(home)) + " "
                    + (Files.exists(copy) ? Files.getLastModifiedTime(copy) : "");
        } catch (IOException e) {
            return followed;
        }
    }

    private static OptionalInt number(Map<String, Object> map, String key) {
        return map.get(key) instanceof Number n ? OptionalInt.of(n.intValue()) : OptionalInt.empty();
    }

    private static Path overridesFile(ClusterHome home) {
        return home.dir().resolve("overrides.json");
    }
}
