package io.manta.spi.model;

import java.util.List;
import java.util.Map;

/**
 * Files to bring to nodes.
 *
 * @param mounts remote path to local path, in file order
 * @param clusterSyncedFiles paths on the head that go to every worker
 * @param contentsHash fingerprint of what the mounts hold; empty when not computed
 */
public record FileSettings(
        Map<String, String> mounts,
        List<String> clusterSyncedFiles,
        boolean syncContinuously,
        List<String> rsyncExclude,
        List<String> rsyncFilter,
        String contentsHash) {
    public static final FileSettings NONE = new FileSettings(Map.of(), List.of(), false, List.of(), List.of(), "");
}
