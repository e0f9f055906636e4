package io.manta.provider.gcp.machine;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.Labels;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Changes labels of instances. Compute Engine takes only all labels of an instance at once, with proof that one has seen them as
 * they are; who comes second looks again.
 */
public final class Labeling {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Rest rest;
    private final Operations operations;
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final Set<String> stale = ConcurrentHashMap.newKeySet();

    public Labeling(Rest rest, Operations operations) {
        this.rest = rest;
        this.operations = operations;
    }

    /** Adds or replaces; nothing happens when the instance is gone. */
    public void merge(Doc seen, Map<String, String> tags) throws ProviderException, InterruptedException {
        String path = path(rest, seen);
        // Our own writers wait for each other here, which costs no calls.
        synchronized (locks.computeIfAbsent(path, key -> new Object())) {
            Doc instance = seen;
            boolean known = seen.has("labelFingerprint") && !stale.contains(path);
            while (true) {
                if (!known) {
                    Reply now =
                            rest.ask("look at " + seen.text("name"), Request.get(Service.COMPUTE, path), Set.of(404));
                    if (now.isMissing()) {
                        return;
                    }
                    instance = now.body();
                }
                Result result = write(path, instance, tags);
                if (result != Result.CHANGED_MEANWHILE) {
                    return;
                }
                known = false;
                // Somebody else's change may still be on its way.
                Thread.sleep(PAUSE);
            }
        }
    }

    /** Whether the labels were as seen, and are written. */
    boolean claim(Doc seen, Map<String, String> tags) throws ProviderException, InterruptedException {
        return write(path(rest, seen), seen, tags) == Result.WRITTEN;
    }

    private enum Result {
        WRITTEN,
        CHANGED_MEANWHILE,
        GONE
    }

    private Result write(String path, Doc instance, Map<String, String> tags)
            throws ProviderException, InterruptedException {
        String doing = "label " + instance.text("name");
        var labels = new LinkedHashMap<>(instance.texts("labels"));
        labels.putAll(Labels.outward(tags));
        Reply reply = rest.ask(
                doing,
                Request.post(
                        Service.COMPUTE,
                        path + "/setLabels",
                        Map.of("labels", labels, "labelFingerprint", instance.text("labelFingerprint"))),
                Set.of(404, 412));
        if (!reply.isOk()) {
            return reply.isMissing() ? Result.GONE : Result.CHANGED_MEANWHILE;
        }
        stale.add(path);
        Doc end = operations.done(doing, reply.body());
        return end.has("error") ? Result.CHANGED_MEANWHILE : Result.WRITTEN;
    }

    static String path(Rest rest, Doc instance) {
        return "projects/" + rest.project() + "/zones/" + Instances.zone(instance) + "/instances/"
                + instance.text("name");
    }
}
