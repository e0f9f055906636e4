package io.manta.provider.kubernetes.pod;

import io.manta.provider.common.Together;
import io.manta.provider.kubernetes.Failures;
import io.manta.provider.kubernetes.KubernetesSettings;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The cluster's pods: looked at, labelled, deleted. Only what carries the cluster's label is ever touched. */
public final class Pods implements AutoCloseable {
    // Kubernetes waits for the node's word that a pod has ended; a node that is gone will never give it.
    private static final Duration OVERDUE = Duration.ofSeconds(60);

    /** Requests that an API server likes to get at the same time. */
    public static final int AT_ONCE = 24;

    private final KubernetesSettings settings;
    private final KubeApi api;
    private final PodBook book;

    public Pods(KubernetesSettings settings, KubeApi api, boolean watching) {
        this.settings = settings;
        this.api = api;
        this.book = new PodBook(api, settings.path("pods"), settings.selector(), watching);
    }

    public PodBook book() {
        return book;
    }

    public List<Map<String, Object>> look() throws ProviderException, InterruptedException {
        try {
            return book.look();
        } catch (ApiException e) {
            if (e.isMissing()) {
                return List.of();
            }
            throw Failures.of("list pods in namespace " + settings.namespace(), e);
        }
    }

    /** The live head alone, without any other pod. */
    public Optional<Map<String, Object>> head() throws ProviderException, InterruptedException {
        try {
            return api
                    .list(settings.path("pods"), settings.selector() + "," + Tags.ROLE + "=" + NodeRole.HEAD.tag())
                    .items()
                    .stream()
                    .filter(pod -> PodMachines.of(pod).isLive())
                    .findFirst();
        } catch (ApiException e) {
            if (e.isMissing()) {
                return Optional.empty();
            }
            throw Failures.of("look for the head in namespace " + settings.namespace(), e);
        }
    }

    public void tag(Map<MachineId, Map<String, String>> wanted) throws ProviderException, InterruptedException {
        Map<String, Map<String, Object>> ours = ours(wanted.keySet());
        try (var together = new Together(AT_ONCE)) {
            wanted.forEach((id, tags) -> {
                Map<String, Object> pod = ours.get(id.value());
                if (pod != null && !tags.isEmpty()) {
                    together.beginStep(() -> tag(pod, tags));
                }
            });
            together.await();
        }
    }

    private void tag(Map<String, Object> pod, Map<String, String> tags) throws ProviderException, InterruptedException {
        String name = Manifest.name(pod);
        var notes = new HashMap<String, String>();
        if (NodeStatus.UP_TO_DATE.tag().equals(tags.get(Tags.STATUS))) {
            notes.put(PodMachines.RESTARTS, String.valueOf(PodMachines.restarts(pod)));
        }
        try {
            book.seen(api.merge(settings.path("pods") + "/" + name, PodTags.change(tags, notes)));
        } catch (ApiException e) {
            if (!e.isMissing()) {
                throw Failures.of("label pod " + name, e);
            }
        }
    }

    public void end(Set<MachineId> ids) throws ProviderException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        Map<String, Map<String, Object>> ours = ours(ids);
        try (var together = new Together(AT_ONCE)) {
            ours.values().forEach(pod -> {
                if (ids.contains(new MachineId(Manifest.name(pod)))) {
                    together.beginStep(() -> end(pod));
                }
            });
            together.await();
        }
    }

    /** Ends it whatever state it is in. */
    public void end(Map<String, Object> pod) throws ProviderException, InterruptedException {
        String name = Manifest.name(pod);
        boolean overdue = PodMachines.time(pod, "metadata", "deletionTimestamp")
                .filter(since -> since.plus(OVERDUE).isBefore(Instant.now()))
                .isPresent();
        String path = settings.path("pods") + "/" + name;
        try {
            boolean was = api.delete(overdue ? path + "?gracePeriodSeconds=0" : path);
            Optional<Map<String, Object>> left = was ? api.find(path) : Optional.empty();
            if (left.isPresent()) {
                book.seen(left.get());
            } else {
                book.gone(pod);
            }
        } catch (ApiException e) {
            throw Failures.of("delete pod " + name, e);
        }
    }

    private Map<String, Map<String, Object>> ours(Set<MachineId> ids) throws ProviderException, InterruptedException {
        Map<String, Map<String, Object>> found = byName(look());
        if (ids.stream().allMatch(id -> found.containsKey(id.value()))) {
            return found;
        }
        book.forget();
        return byName(look());
    }

    private static Map<String, Map<String, Object>> byName(List<Map<String, Object>> pods) {
        var map = new HashMap<String, Map<String, Object>>();
        pods.forEach(pod -> map.put(Manifest.name(pod), pod));
        return map;
    }

    @Override
    public void close() {
        book.close();
    }
}
