package io.manta.remote.docker;

import io.manta.remote.shell.ShellText;
import io.manta.spi.model.DockerSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** The {@code docker run} line of a node, from its settings and what its host has. */
final class RunWords {
    private static final double SHM_SHARE = 0.3 * 1.1;
    private static final long SHM_LIMIT = 200_000_000_000L;
    // Ends at once when asked to, and reaps what Ray leaves behind; a bare shell would do neither.
    private static final String IDLE = "trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done";

    private final ContainerSpec spec;
    private final HostFacts facts;

    RunWords(ContainerSpec spec, HostFacts facts) {
        this.spec = spec;
        this.facts = facts;
    }

    /** The same for the same image, options and mounts; shared memory is left out, as free memory changes all the time. */
    String fingerprint(String imageId) {
        var parts = new ArrayList<String>();
        parts.add(imageId);
        parts.addAll(spec.settings().runOptions());
        parts.addAll(detected());
        parts.addAll(mounts("HOME"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\0", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Shell text: users write several words in one option, and expect {@code $HOME} to be expanded.
     *
     * @param home the container user's
     */
    String run(String fingerprint, String home) {
        DockerSettings settings = spec.settings();
        var words = new ArrayList<String>();
        words.add(spec.program());
        words.add("run -d --name " + ShellText.quote(spec.name()));
        words.add("--label " + ContainerSpec.FINGERPRINT + "=" + fingerprint);
        new TreeMap<>(spec.labels())
                .forEach((key, value) -> words.add("--label " + ShellText.quote(key + "=" + value)));
        words.addAll(mounts(home));
        words.add("-e LC_ALL=C.UTF-8 -e LANG=C.UTF-8");
        words.addAll(settings.runOptions());
        words.addAll(detected());
        if (settings.detectShmSize() && settings.runOptions().stream().noneMatch(o -> o.contains("--shm-size"))) {
            facts.availableMemory()
                    .map(bytes -> Math.min((long) (bytes * SHM_SHARE), SHM_LIMIT))
                    .ifPresent(bytes -> words.add("--shm-size=" + bytes + "b"));
        }
        words.add("--net=host");
        words.add(ShellText.quote(settings.image()));
        words.add("bash -c " + ShellText.quote(IDLE));
        return String.join(" ", words);
    }

    private List<String> detected() {
        DockerSettings settings = spec.settings();
        if (!settings.detectRuntime() || !facts.hasGpu()) {
            return List.of();
        }
        if (settings.usePodman()) {
            return List.of("--device=nvidia.com/gpu=all");
        }
        return facts.hasNvidiaRuntime() ? List.of("--runtime=nvidia") : List.of();
    }

    // Directories only: a single file that is replaced on the host stays the old one in the container.
    private List<String> mounts(String home) {
        return spec.mounts().stream()
                .filter(facts.directories()::contains)
                .map(mount -> "-v \"$HOME\"/" + ShellText.quote(spec.staging(mount) + ":" + inContainer(mount, home)))
                .toList();
    }

    static String inContainer(String path, String home) {
        String bare = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return bare.equals("~") ? home : bare.startsWith("~/") ? home + bare.substring(1) : bare;
    }
}
