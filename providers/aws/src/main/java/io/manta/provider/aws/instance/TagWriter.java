package io.manta.provider.aws.instance;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

/**
 * Writes tags of many callers in few calls: who comes first waits a moment, takes along what the others bring, and machines
 * that get the same tags share a call. Everyone returns only when their own tags are written.
 */
public final class TagWriter {
    private static final int MOST_PER_CALL = 500;

    private final AwsClients clients;
    private final Duration window;
    private final Object lock = new Object();
    private @Nullable Round open;

    public TagWriter(AwsClients clients, Duration window) {
        this.clients = clients;
        this.window = window;
    }

    /** Requests that are written together. */
    private static final class Round {
        final Map<String, Map<String, String>> tags = new LinkedHashMap<>();
        boolean done;

        @Nullable
        ProviderException failure;
    }

    public void write(Map<String, Map<String, String>> tags) throws ProviderException, InterruptedException {
        Round round;
        boolean leads;
        synchronized (lock) {
            Round current = open;
            leads = current == null;
            if (current == null) {
                current = new Round();
                open = current;
            }
            round = current;
            for (var entry : tags.entrySet()) {
                round.tags
                        .computeIfAbsent(entry.getKey(), id -> new LinkedHashMap<>())
                        .putAll(entry.getValue());
            }
        }
        if (leads) {
            lead(round);
        } else {
            await(round);
        }
        ProviderException failure = round.failure;
        if (failure != null) {
            throw new ProviderException(failure.kind(), failure.problem(), failure);
        }
    }

    private void lead(Round round) throws InterruptedException {
        try {
            if (!window.isZero()) {
                Thread.sleep(window);
            }
            synchronized (lock) {
                open = null;
            }
            flush(round.tags);
        } catch (ProviderException e) {
            round.failure = e;
        } finally {
            synchronized (lock) {
                if (open == round) {
                    open = null;
                }
                round.done = true;
                lock.notifyAll();
            }
        }
    }

    private void await(Round round) throws InterruptedException {
        synchronized (lock) {
            while (!round.done) {
                lock.wait();
            }
        }
    }

    private void flush(Map<String, Map<String, String>> tags) throws ProviderException, InterruptedException {
        var groups = new LinkedHashMap<Map<String, String>, List<String>>();
        tags.forEach((id, own) ->
                groups.computeIfAbsent(own, key -> new ArrayList<>()).add(id));
        for (var group : groups.entrySet()) {
            List<String> ids = group.getValue();
            for (int at = 0; at < ids.size(); at += MOST_PER_CALL) {
                call(ids.subList(at, Math.min(ids.size(), at + MOST_PER_CALL)), group.getKey());
            }
        }
    }

    /** One machine that is gone makes EC2 refuse all; then each is written by itself. */
    private void call(List<String> ids, Map<String, String> tags) throws ProviderException, InterruptedException {
        boolean missing = AwsClients.ask("tag " + ids.size() + " instance(s)", () -> {
            try {
                clients.ec2().createTags(r -> r.resources(ids).tags(Owned.tags(tags)));
                return false;
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).startsWith("InvalidInstanceID")) {
                    return true;
                }
                throw e;
            }
        });
        if (missing && ids.size() > 1) {
            for (String id : ids) {
                call(List.of(id), tags);
            }
        }
    }
}
