package io.manta.provider.gcp.ground;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.gcp.api.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code prepare} found or made. It lies in the cluster's directory, so that the head need not look for it again, nor be
 * allowed to.
 *
 * @param subnet path of the subnet for machines that name no network
 * @param tag the network tag that the firewall rules are for
 * @param account the head's service account
 * @param key the public half of the cluster's key, as a line
 * @param login as whom machines with OS Login let it in; empty where keys are in their metadata
 * @param images boot image by node type and machine type, for those that name none
 */
public record Foundation(
        String project,
        String subnet,
        String tag,
        Optional<String> account,
        String key,
        String login,
        Map<String, String> images) {
    private static Path file(Path directory) {
        return directory.resolve("gcp.json");
    }

    public static Optional<Foundation> read(Path directory) throws IOException {
        if (!Files.exists(file(directory))) {
            return Optional.empty();
        }
        Doc map = Doc.of(JSON.std.anyFrom(Files.readString(file(directory))));
        return Optional.of(new Foundation(
                map.text("project"),
                map.text("subnet"),
                map.text("tag"),
                Optional.of(map.text("account")).filter(text -> !text.isEmpty()),
                map.text("key"),
                map.text("login"),
                map.texts("images")));
    }

    public void write(Path directory) throws IOException {
        var map = new LinkedHashMap<String, Object>();
        map.put("project", project);
        map.put("subnet", subnet);
        map.put("tag", tag);
        map.put("account", account.orElse(""));
        map.put("key", key);
        map.put("login", login);
        map.put("images", images);
        Files.createDirectories(directory);
        Path part = Files.createTempFile(directory, ".gcp", ".json");
        Files.writeString(part, JSON.std.asString(map));
        Files.move(part, file(directory), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Where an image is kept for a machine type of a node type. */
    public static String imageKey(String nodeType, String machineType) {
        return nodeType + "/" + machineType;
    }
}
