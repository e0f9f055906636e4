package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterIdentity;
import io.manta.controller.home.ClusterRecord;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The configuration that a command line chose.
 *
 * @param content what is to be stored when the cluster is brought up
 * @param source the user's file, absolute; empty for the embedded default
 */
public record ChosenConfig(Loaded loaded, StoredConfig.Content content, String source) {
    /** For {@code up}: a file, a recorded name, or nothing at all; the command line may change it. */
    public static ChosenConfig forUp(Call call) throws ProblemException, IOException, InterruptedException {
        Optional<String> argument = call.parameter("CLUSTER").or(() -> UnnamedCluster.file(call));
        Path here = Path.of("").toAbsolutePath();
        if (argument.isEmpty()) {
            String text = FittedDefault.text(call);
            var content = new StoredConfig.Content(text, here, overrides(call, Overrides.NONE));
            return new ChosenConfig(load("the embedded default", content), content, "");
        }
        ClusterRef ref = ClusterRef.of(argument.get(), call.text("--cluster-name"), call.home());
        if (ref.file().isEmpty()) {
            StoredConfig.Content stored = new StoredConfig(ref.home()).read();
            var content = new StoredConfig.Content(
                    stored.text(), stored.baseDir(), overrides(call, withFileChecks(stored.overrides())));
            String source =
                    ClusterRecord.read(ref.home()).map(ClusterRecord::source).orElse("");
            return new ChosenConfig(load(ref.home().config().toString(), content), content, source);
        }
        Path file = ref.file().get();
        Overrides overrides = overrides(call, Overrides.NONE);
        Loaded loaded = ConfigLoader.load(file, overrides);
        String text = loaded.config().isPresent() ? Files.readString(file) : "";
        return new ChosenConfig(
                loaded,
                new StoredConfig.Content(text, here, overrides),
                file.toAbsolutePath().normalize().toString());
    }

    /** The same cluster file for a cluster of another name. */
    public static ChosenConfig renamed(Call call, String name) throws ProblemException, IOException {
        ClusterRef ref = ClusterRef.of(call);
        StoredConfig.Content given = ref.file().isEmpty()
                ? new StoredConfig(ref.home()).read()
                : new StoredConfig.Content(
                        Files.readString(ref.file().get()), Path.of("").toAbsolutePath(), Overrides.NONE);
        var content = new StoredConfig.Content(
                given.text(), given.baseDir(), withFileChecks(given.overrides()).withClusterName(name));
        String source = ref.file()
                .map(file -> file.toAbsolutePath().normalize().toString())
                .orElse("");
        return new ChosenConfig(load(source.isEmpty() ? name : source, content), content, source);
    }

    /** For every other verb: the file when one is named, else what {@code up} has stored. */
    public static ClusterConfig existing(Call call) throws ProblemException {
        ClusterRef ref = ClusterRef.of(call);
        return ref.file().isEmpty()
                ? new StoredConfig(ref.home()).current()
                : StoredConfig.fingerprinted(existingFile(call));
    }

    /** The same without fingerprints, which cost time, for verbs that set nothing up. */
    public static ClusterConfig forReaching(Call call) throws ProblemException {
        Loaded loaded = existingFile(call);
        if (loaded.config().isEmpty()) {
            throw new ProblemException(loaded.problems());
        }
        return loaded.config().get();
    }

    private static Loaded existingFile(Call call) throws ProblemException {
        ClusterRef ref = ClusterRef.of(call);
        if (ref.file().isEmpty()) {
            return new StoredConfig(ref.home()).load();
        }
        Overrides named = Overrides.NONE.withoutFileChecks().withClusterName(ref.name());
        return ConfigLoader.load(ref.file().get(), named);
    }

    /** The caller holds the cluster's lock. */
    public boolean store(ClusterHome home, ClusterConfig config, Instant now) throws IOException {
        boolean changed = StoredConfig.write(home, content);
        Profile.remember(home);
        StoredConfig.describeForHead(home, loaded, config);
        Optional<ClusterRecord> before = ClusterRecord.read(home);
        new ClusterRecord(
                        config.name(),
                        config.provider().type(),
                        source,
                        before.map(ClusterRecord::createdAt).orElse(now),
                        before.isPresent() ? before.get().identity() : Optional.of(ClusterIdentity.fresh()),
                        Place.of(config))
                .write(home);
        return changed;
    }

    private static Loaded load(String name, StoredConfig.Content content) {
        return ConfigLoader.load(name, content.text(), content.baseDir(), content.overrides());
    }

    private static Overrides withFileChecks(Overrides stored) {
        return stored.withFileChecks(true);
    }

    private static Overrides overrides(Call call, Overrides base) {
        Overrides result = base;
        Optional<String> name = call.text("--cluster-name");
        result = name.isPresent() ? result.withClusterName(name.get()) : result;
        Optional<Integer> min = call.number("--min-workers");
        result = min.isPresent() ? result.withMinWorkers(min.get()) : result;
        Optional<Integer> max = call.number("--max-workers");
        result = max.isPresent() ? result.withMaxWorkers(max.get()) : result;
        result = call.given("--use-normal-shells") ? result.withShells(false) : result;
        result = call.given("--use-login-shells") ? result.withShells(true) : result;
        Optional<Boolean> decided = UsageStats.decided(call.environment());
        result = decided.isPresent() ? result.withUsageStats(decided.get()) : result;
        return call.given("--disable-usage-stats") ? result.withUsageStats(false) : result;
    }
}
