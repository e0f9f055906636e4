package io.manta.config.fingerprint;

import io.manta.config.Loaded;
import io.manta.config.resolve.LocalPaths;
import io.manta.config.yaml.Fields;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Ray's fingerprints. Reading the mounted files may take a while, so this is a step of its own after loading. */
public final class Fingerprints {
    private static final List<String> KEY_FILES = List.of("ssh_private_key", "ssh_public_key");

    private final LocalPaths paths;
    private final Path temporary;
    private final ContentsCache cache;

    /**
     * @param temporary Ray's directory for temporary files, whose name is part of the head's fingerprint
     * @param cache where to remember the hashes of trees that have not changed; empty to read all files every time
     */
    public Fingerprints(LocalPaths paths, Path temporary, Optional<Path> cache) {
        this.paths = paths;
        this.temporary = temporary;
        this.cache = new ContentsCache(cache);
    }

    /** With this user's home, working directory and cache. */
    public static Fingerprints here() {
        LocalPaths paths = LocalPaths.here();
        Path caches = directory("XDG_CACHE_HOME", paths.home().resolve(".cache"));
        return new Fingerprints(
                paths,
                directory("TMPDIR", Path.of("/tmp")),
                Optional.of(caches.resolve("manta").resolve("contents")));
    }

    private static Path directory(String variable, Path otherwise) {
        String given = System.getenv(variable);
        return given == null || given.isEmpty() ? otherwise : Path.of(given);
    }

    /**
     * The configuration with every fingerprint filled in.
     *
     * @throws IOException when a key or a mounted file cannot be read
     */
    public ClusterConfig apply(Loaded loaded) throws IOException {
        ClusterConfig config = loaded.config().orElseThrow();
        Map<String, @Nullable Object> resolved = loaded.resolved();
        Map<String, @Nullable Object> auth =
                loaded.tree().table("auth").map(Fields::plain).orElse(Map.of());
        var types = new LinkedHashMap<String, NodeType>();
        Fields written = loaded.tree().table("available_node_types").orElseThrow();
        for (var type : config.nodeTypes().entrySet()) {
            Map<String, @Nullable Object> nodeConfig = written.table(type.getKey())
                    .flatMap(t -> t.table("node_config"))
                    .map(Fields::plain)
                    .orElse(Map.of());
            types.put(type.getKey(), type.getValue().withLaunchHash(launch(nodeConfig, auth)));
        }
        Map<String, @Nullable Object> mounts =
                loaded.tree().table("file_mounts").map(Fields::plain).orElse(Map.of());
        String contents = contents(
                config.files().mounts().values(),
                config.files().rsyncExclude(),
                config.files().rsyncFilter());
        List<@Nullable Object> worker =
                Arrays.asList(resolved.get("worker_setup_commands"), resolved.get("worker_start_ray_commands"));
        return config.withFingerprints(
                types,
                withContents(config.files(), contents),
                runtime(mounts, headExtra(resolved), contents),
                runtime(mounts, worker, contents));
    }

    /** What a machine is launched with: its node config and how to log in, key files by content. */
    public String launch(
            Map<String, ? extends @Nullable Object> nodeConfig, Map<String, ? extends @Nullable Object> auth)
            throws IOException {
        var full = new LinkedHashMap<String, @Nullable Object>(auth);
        for (String key : KEY_FILES) {
            if (auth.get(key) instanceof String written) {
                Path path = paths.resolve(written);
                if (path == null) {
                    throw new IOException("not a path: " + written);
                }
                full.put(key, Files.readString(path, StandardCharsets.UTF_8));
            }
        }
        return RayHash.of(PythonJson.write(List.of(nodeConfig, full)));
    }

    /** What set-up makes of a node. */
    public static String runtime(
            Map<String, ? extends @Nullable Object> mounts, @Nullable Object extra, String contents) {
        return RayHash.of(PythonJson.write(mounts), PythonJson.write(extra), contents);
    }

    /**
     * What the local sides of file mounts hold. Without excludes and filters this is Ray's hash; with them, what rsync would not
     * copy is left out, which Ray does not do.
     */
    public String contents(Iterable<String> localPaths, List<String> excludes, List<String> filters)
            throws IOException {
        var expanded = new ArrayList<String>();
        localPaths.forEach(p -> expanded.add(expand(p)));
        return new MountContents(excludes, filters).hash(expanded, paths.base(), cache);
    }

    private String expand(String path) {
        return path.equals("~") || path.startsWith("~/") ? paths.home() + path.substring(1) : path;
    }

    /** The whole resolved configuration; Ray has added where it caches it, under a name that is itself a hash. */
    private Map<String, @Nullable Object> headExtra(Map<String, @Nullable Object> resolved) {
        var whole = new LinkedHashMap<String, @Nullable Object>(resolved);
        var provider = new LinkedHashMap<String, @Nullable Object>();
        if (resolved.get("provider") instanceof Map<?, ?> written) {
            written.forEach((key, value) -> provider.put(String.valueOf(key), value));
        }
        String key = "ray-config-" + RayHash.hex(PythonJson.write(List.of(resolved)));
        provider.put("_config_cache_path", temporary.resolve(key).toString());
        whole.put("provider", provider);
        return whole;
    }

    private static FileSettings withContents(FileSettings files, String contents) {
        return new FileSettings(
                files.mounts(),
                files.clusterSyncedFiles(),
                files.syncContinuously(),
                files.rsyncExclude(),
                files.rsyncFilter(),
                contents);
    }
}
