package io.manta.provider.onprem;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was last known of each host, kept on disk so that a host that cannot be reached is not forgotten. A host that could
 * not be reached when its node was to be ended is abandoned: no longer counted, ended when it shows up again.
 */
final class HostBook {
    private final Path file;
    private final Map<String, HostLook.Claim> claims = new TreeMap<>();
    private final Map<String, String> abandoned = new TreeMap<>();
    private String written = "{}";

    HostBook(Path file) {
        this.file = file;
        load();
    }

    synchronized Optional<HostLook.Claim> lastClaim(String host) {
        reload();
        return Optional.ofNullable(claims.get(host));
    }

    /** What hosts that answered hold for us, or that they hold nothing. */
    synchronized void note(Map<String, Optional<HostLook.Claim>> seen) throws IOException {
        seen.forEach((host, ours) -> {
            if (ours.isPresent()) {
                claims.put(host, ours.get());
            } else {
                claims.remove(host);
                abandoned.remove(host);
            }
        });
        save();
    }

    synchronized void abandon(String host, String node) throws IOException {
        abandoned.put(host, node);
        save();
    }

    synchronized boolean isAbandoned(String host, String node) {
        return node.equals(abandoned.get(host));
    }

    synchronized Map<String, String> abandoned() {
        reload();
        return Map.copyOf(abandoned);
    }

    // The head's book comes back when its daemon has ended, and knows more.
    private void reload() {
        try {
            if (Files.exists(file) && !Files.readString(file).equals(written)) {
                claims.clear();
                abandoned.clear();
                load();
            }
        } catch (IOException e) {
            // Only a memory aid.
            return;
        }
    }

    private void load() {
        if (!Files.exists(file)) {
            return;
        }
        try {
            written = Files.readString(file);
            Map<String, Object> all = JSON.std.mapFrom(written);
            // Loops, not lambdas: this is on the way of every verb.
            for (var entry : all.entrySet()) {
                if (entry.getValue() instanceof Map<?, ?> map) {
                    read(entry.getKey(), map);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Only a memory aid: the hosts themselves are the truth.
            claims.clear();
            abandoned.clear();
        }
    }

    private void read(String host, Map<?, ?> map) {
        var tags = new HashMap<String, String>();
        if (map.get("tags") instanceof Map<?, ?> kept) {
            for (var tag : kept.entrySet()) {
                tags.put(String.valueOf(tag.getKey()), String.valueOf(tag.getValue()));
            }
        }
        String node = String.valueOf(map.get("node"));
        Instant created = Instant.parse(String.valueOf(map.get("created")));
        claims.put(host, new HostLook.Claim(String.valueOf(map.get("cluster")), node, created, tags));
        if (Boolean.TRUE.equals(map.get("abandoned"))) {
            abandoned.put(host, node);
        }
    }

    private void save() throws IOException {
        var all = new LinkedHashMap<String, Object>();
        claims.forEach((host, claim) -> all.put(
                host,
                Map.of(
                        "cluster", claim.cluster(),
                        "node", claim.node(),
                        "created", claim.created().toString(),
                        "tags", new TreeMap<>(claim.tags()),
                        "abandoned", isAbandoned(host, claim.node()))));
        String text = JSON.std.asString(all);
        if (!text.equals(written)) {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Path fresh = Files.createTempFile(directory, "hosts", ".new");
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            written = text;
        }
    }
}
