package io.manta.cli.wire;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.remote.docker.ContainerSpec;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.NodeType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the head cannot find out by itself from the cluster's YAML: the fingerprints of files that are on the user's machine.
 * Mounted files lie on the head where they should lie on workers, so there each mount leads from its target to itself.
 */
final class HeadFingerprints {
    private HeadFingerprints() {}

    static String describe(ClusterConfig config) throws IOException {
        var launch = new LinkedHashMap<String, Object>();
        config.nodeTypes().forEach((name, type) -> launch.put(name, type.launchHash()));
        return JSON.std.asString(Map.of(
                "launch", launch,
                "contents", config.files().contentsHash(),
                "head_runtime", config.headRuntimeHash(),
                "worker_runtime", config.workerRuntimeHash()));
    }

    static ClusterConfig apply(ClusterConfig config, String description) throws IOException {
        Map<String, Object> map = JSON.std.mapFrom(description);
        Map<?, ?> launch = map.get("launch") instanceof Map<?, ?> m ? m : Map.of();
        var types = new LinkedHashMap<String, NodeType>();
        config.nodeTypes().forEach((name, type) -> {
            Object hash = launch.get(name);
            types.put(name, hash == null ? type : type.withLaunchHash(hash.toString()));
        });
        FileSettings files = config.files();
        var mounts = new LinkedHashMap<String, String>();
        files.mounts().forEach((remote, local) -> mounts.put(remote, onHead(config, remote)));
        var lying = new FileSettings(
                mounts,
                files.clusterSyncedFiles(),
                files.syncContinuously(),
                files.rsyncExclude(),
                files.rsyncFilter(),
                text(map, "contents"));
        return config.withFingerprints(types, lying, text(map, "head_runtime"), text(map, "worker_runtime"));
    }

    // With a container, files lie on the head's host where they wait for it.
    private static String onHead(ClusterConfig config, String remote) {
        return config.docker()
                .map(docker -> "~/" + ContainerSpec.staging(docker.containerName(), remote))
                .orElse(remote);
    }

    private static String text(Map<String, Object> map, String key) {
        return String.valueOf(map.getOrDefault(key, ""));
    }
}
