package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Host keys that a machine has told Google of, in its guest attributes: with them not even the first connection has to be
 * trusted. A machine that has told none is trusted at first sight, and then held to it.
 */
public final class HostKeys {
    private final Rest rest;
    private final Path directory;
    private final Map<String, List<String>> known = new HashMap<>();

    public HostKeys(Rest rest, Path state) {
        this.rest = rest;
        this.directory = state.resolve("host_keys");
    }

    /** Options for SSH to reach this instance under this address; asked once for each. */
    public synchronized List<String> options(Doc instance, String address)
            throws ProviderException, InterruptedException {
        String key = instance.text("id") + "/" + address;
        List<String> options = known.get(key);
        if (options == null) {
            options = isTelling(instance) ? ask(instance, address) : List.of();
            known.put(key, options);
        }
        return options;
    }

    private static boolean isTelling(Doc instance) {
        return instance.doc("metadata").docs("items").stream()
                .anyMatch(item -> item.text("key").equals("enable-guest-attributes") && item.flag("value"));
    }

    private List<String> ask(Doc instance, String address) throws ProviderException, InterruptedException {
        Reply reply = rest.ask(
                "ask for the host keys of " + instance.text("name"),
                Request.get(Service.COMPUTE, Labeling.path(rest, instance) + "/getGuestAttributes")
                        .with("queryPath", "hostkeys/"),
                Set.of(400, 403, 404));
        String lines = reply.body().doc("queryValue").docs("items").stream()
                .map(item -> address + " " + item.text("key") + " " + item.text("value") + "\n")
                .collect(Collectors.joining());
        if (!reply.isOk() || lines.isEmpty()) {
            return List.of();
        }
        try {
            Files.createDirectories(directory);
            Path file = directory.resolve(instance.text("name"));
            Files.writeString(file, lines);
            return List.of("UserKnownHostsFile=" + file.toAbsolutePath(), "StrictHostKeyChecking=yes");
        } catch (IOException e) {
            throw GcpProblems.files("keep host keys", e);
        }
    }
}
