package io.manta.provider.kubernetes;

import io.manta.provider.common.Together;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.pod.PodMachines;
import io.manta.provider.kubernetes.pod.PodManifest;
import io.manta.provider.kubernetes.pod.PodTrouble;
import io.manta.provider.kubernetes.pod.Pods;
import io.manta.provider.kubernetes.pod.Pools;
import io.manta.provider.kubernetes.shared.Foundation;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the pods of one request, all at once; each by a name that cannot be made twice. */
final class Launching {
    private static final Duration ROUND = Duration.ofMillis(250);

    private final KubernetesSettings settings;
    private final KubeApi api;
    private final Pods pods;
    private final Duration poolPatience;

    /** @param poolPatience how long a pool that is not the last may leave a pod without a place */
    Launching(KubernetesSettings settings, KubeApi api, Pods pods, Duration poolPatience) {
        this.settings = settings;
        this.api = api;
        this.pods = pods;
        this.poolPatience = poolPatience;
    }

    LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        List<Map<String, Object>> known = pods.look();
        for (NodeSpec node : request.nodes()) {
            if (node.role() == NodeRole.HEAD) {
                removeEnded(known);
            }
        }
        Optional<Map<String, Object>> head = known.stream()
                .filter(pod -> PodMachines.of(pod).isLive() && isHead(pod))
                .findFirst();
        var made = Collections.synchronizedMap(new TreeMap<Integer, Map<String, Object>>());
        List<ProviderException> failed = Collections.synchronizedList(new ArrayList<>());
        // The first goes ahead: what Kubernetes refuses for one it refuses for all, and need not say so a hundred
        // times.
        make(request, 0, head, made, failed);
        if (failed.isEmpty()) {
            try (var together = new Together(Pods.AT_ONCE)) {
                for (int i = 1; i < request.nodes().size(); i++) {
                    int number = i;
                    together.beginStep(() -> make(request, number, head, made, failed));
                }
                together.await();
            }
        }
        placed(request, made, failed);
        var machines = new ArrayList<Machine>();
        made.values().forEach(pod -> machines.add(PodMachines.of(pod)));
        return new LaunchResult(machines, failed.stream().findFirst());
    }

    /** A head that has ended leaves room for the next, and takes along the workers it owned. */
    private void removeEnded(List<Map<String, Object>> known) throws ProviderException, InterruptedException {
        for (Map<String, Object> pod : known) {
            if (isHead(pod) && PodMachines.of(pod).state() == Machine.MachineState.TERMINATED) {
                pods.end(pod);
            }
        }
    }

    private static boolean isHead(Map<String, Object> pod) {
        return Manifest.text(pod, "metadata", "labels", Tags.ROLE)
                .filter(NodeRole.HEAD.tag()::equals)
                .isPresent();
    }

    private void make(
            LaunchRequest request,
            int number,
            Optional<Map<String, Object>> head,
            Map<Integer, Map<String, Object>> made,
            List<ProviderException> failed)
            throws InterruptedException {
        if (number >= request.nodes().size()) {
            return;
        }
        try {
            made.put(number, make(request, request.nodes().get(number), head));
        } catch (ProviderException e) {
            failed.add(e);
        }
    }

    private Map<String, Object> make(LaunchRequest request, NodeSpec node, Optional<Map<String, Object>> head)
            throws ProviderException, InterruptedException {
        Map<String, Object> manifest = PodManifest.of(
                settings.cluster(),
                settings.namespace(),
                node,
                request.offer(),
                settings.accountName(),
                node.role() == NodeRole.HEAD ? Optional.empty() : head);
        String name = Manifest.name(manifest);
        Map<String, Object> pod = create(name, manifest);
        var foundation = new Foundation(settings, api);
        for (Map<String, Object> companion : PodManifest.companions(node.type().nodeConfig(), name)) {
            foundation.companion(companion, PodManifest.reference(pod));
        }
        pods.book().seen(pod);
        return pod;
    }

    private Map<String, Object> create(String name, Map<String, Object> manifest)
            throws ProviderException, InterruptedException {
        try {
            return api.create(settings.path("pods"), manifest);
        } catch (ApiException e) {
            if (!e.isConflict() || !e.reason().equals("AlreadyExists")) {
                throw Failures.of("make pod " + name, e);
            }
        }
        try {
            Map<String, Object> there = api.get(settings.path("pods") + "/" + name);
            String cluster = Manifest.texts(there, "metadata", "labels").getOrDefault(Tags.CLUSTER, "");
            if (cluster.equals(settings.cluster())) {
                return there;
            }
            throw new ProviderException(
                    ProviderException.Kind.INVALID,
                    Problem.error(
                            "KUBE-NAME-TAKEN",
                            "there is another pod " + name + " already",
                            cluster.isEmpty() ? "it belongs to no Manta cluster" : "it belongs to cluster " + cluster,
                            "use another cluster_name or namespace"));
        } catch (ApiException e) {
            throw Failures.of("make pod " + name, e);
        }
    }

    /** Where another pool could serve, a pod that finds no place in this one does not wait for ever. */
    private void placed(LaunchRequest request, Map<Integer, Map<String, Object>> made, List<ProviderException> failed)
            throws ProviderException, InterruptedException {
        List<Pools.Pool> pools = request.nodes().isEmpty()
                ? List.of()
                : Pools.of(request.nodes().getFirst().type());
        if (pools.size() < 2 || pools.getLast().name().equals(request.offer().variant())) {
            return;
        }
        long end = System.nanoTime() + poolPatience.toNanos();
        while (unplaced(made) && System.nanoTime() < end) {
            Thread.sleep(ROUND);
            made.replaceAll((number, pod) -> now(pod));
        }
        for (var entry : new TreeMap<>(made).entrySet()) {
            Optional<Problem> trouble = PodTrouble.of(entry.getValue())
                    .filter(problem -> problem.code().equals("KUBE-UNSCHEDULABLE"));
            if (trouble.isPresent()) {
                pods.end(entry.getValue());
                made.remove(entry.getKey());
                failed.add(new ProviderException(ProviderException.Kind.NO_CAPACITY, trouble.get()));
            }
        }
    }

    private static boolean unplaced(Map<Integer, Map<String, Object>> made) {
        return made.values().stream()
                .anyMatch(pod -> Manifest.text(pod, "spec", "nodeName").isEmpty());
    }

    private Map<String, Object> now(Map<String, Object> pod) {
        try {
            return api.find(settings.path("pods") + "/" + Manifest.name(pod)).orElse(pod);
        } catch (ApiException e) {
            // Asked again in a moment.
            return pod;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return pod;
        }
    }
}
