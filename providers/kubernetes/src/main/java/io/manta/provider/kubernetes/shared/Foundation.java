package io.manta.provider.kubernetes.shared;

import io.manta.provider.kubernetes.Failures;
import io.manta.provider.kubernetes.KubernetesSettings;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.pod.PodTags;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes what a cluster needs before it has pods. What is made carries the cluster's label, which is how it is found and removed;
 * what was there before without it is used and left alone.
 */
public final class Foundation {
    /** Annotation of a namespace that was made for clusters, and may go with the last of them. */
    public static final String MADE = PodTags.OURS + "made";

    // A namespace that was just emptied and given up takes a few seconds to go.
    private static final Duration ENDING = Duration.ofMinutes(2);
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final KubernetesSettings settings;
    private final KubeApi api;

    public Foundation(KubernetesSettings settings, KubeApi api) {
        this.settings = settings;
        this.api = api;
    }

    public void lay(Progress progress) throws ProviderException, InterruptedException {
        namespace(progress);
        account();
        for (Map<String, Object> service : settings.services()) {
            provide(Kind.SERVICE, service, true);
        }
    }

    /** One that may not be made is used when it is there; whether it is may also be a secret. */
    private void namespace(Progress progress) throws ProviderException, InterruptedException {
        String path = "/api/v1/namespaces/" + settings.namespace();
        try {
            Optional<Map<String, Object>> there = api.find(path);
            long end = System.nanoTime() + ENDING.toNanos();
            while (there.isPresent() && isEnding(there.get()) && System.nanoTime() < end) {
                progress.say("namespace " + settings.namespace() + " is still being deleted");
                Thread.sleep(ROUND);
                there = api.find(path);
            }
            if (there.isPresent()) {
                return;
            }
        } catch (ApiException e) {
            if (e.isDenied()) {
                return;
            }
            throw Failures.of("look for namespace " + settings.namespace(), e);
        }
        try {
            api.create(
                    "/api/v1/namespaces",
                    Map.of(
                            "apiVersion",
                            "v1",
                            "kind",
                            "Namespace",
                            "metadata",
                            Map.of("name", settings.namespace(), "annotations", Map.of(MADE, "true"))));
            progress.say("made namespace " + settings.namespace());
        } catch (ApiException e) {
            if (e.isConflict()) {
                return;
            }
            throw e.isDenied()
                    ? new ProviderException(
                            ProviderException.Kind.DENIED,
                            Problem.error(
                                    "KUBE-NO-NAMESPACE",
                                    "there is no namespace " + settings.namespace() + ", and you may not make one",
                                    e.said(),
                                    "set provider.namespace to one you have, or ask an administrator to make it"),
                            e)
                    : Failures.of("make namespace " + settings.namespace(), e);
        }
    }

    private static boolean isEnding(Map<String, Object> namespace) {
        return Manifest.at(namespace, "metadata", "deletionTimestamp").isPresent();
    }

    private void account() throws ProviderException, InterruptedException {
        boolean own = settings.account().isEmpty();
        provide(Kind.SERVICE_ACCOUNT, own ? new LinkedHashMap<>() : settings.account(), false);
        if (own || !settings.role().isEmpty()) {
            Map<String, Object> role = Manifest.copy(settings.role());
            role.putIfAbsent("rules", Rights.headRules());
            provide(Kind.ROLE, role, false);
        }
        if (own || !settings.binding().isEmpty()) {
            Map<String, Object> binding = Manifest.copy(settings.binding());
            binding.putIfAbsent(
                    "subjects",
                    List.of(Map.of(
                            "kind",
                            "ServiceAccount",
                            "name",
                            settings.accountName(),
                            "namespace",
                            settings.namespace())));
            String role = Manifest.name(settings.role());
            binding.putIfAbsent(
                    "roleRef",
                    Map.of(
                            "apiGroup",
                            Kind.ROLE.rightsGroup(),
                            "kind",
                            "Role",
                            "name",
                            role.isEmpty() ? settings.ownName() : role));
            provide(Kind.ROLE_BINDING, binding, false);
        }
    }

    /** @param change whether one that is there and not ours is brought to what is written, or used as it is */
    private void provide(Kind kind, Map<String, Object> written, boolean change)
            throws ProviderException, InterruptedException {
        Map<String, Object> manifest = Manifest.copy(written);
        manifest.put("apiVersion", kind.apiVersion());
        manifest.put("kind", kind.word());
        Map<String, Object> metadata = Manifest.table(manifest, "metadata");
        metadata.putIfAbsent("name", settings.ownName());
        metadata.put("namespace", settings.namespace());
        String name = Manifest.name(manifest);
        String path = kind.path(settings.namespace()) + "/" + name;
        Optional<Map<String, Object>> there;
        try {
            there = api.find(path);
        } catch (ApiException e) {
            // Whoever may not even look relies on what an administrator has made.
            if (e.isDenied() && !change) {
                return;
            }
            throw Failures.of("look for " + kind.word() + " " + name, e);
        }
        try {
            boolean ours = there.isEmpty()
                    || settings.cluster()
                            .equals(Manifest.texts(there.get(), "metadata", "labels")
                                    .get(Tags.CLUSTER));
            if (ours) {
                Manifest.table(metadata, "labels").put(Tags.CLUSTER, settings.cluster());
            }
            if (ours || change) {
                api.apply(path, manifest);
            }
        } catch (ApiException e) {
            throw Failures.of("make " + kind.word() + " " + name + " in namespace " + settings.namespace(), e);
        }
    }

    /** Makes a thing that belongs to a pod and goes with it. */
    public void companion(Map<String, Object> manifest, Map<String, Object> owner)
            throws ProviderException, InterruptedException {
        Kind kind = Kind.of(manifest).orElse(Kind.SERVICE);
        Map<String, Object> copy = Manifest.copy(manifest);
        Manifest.items(Manifest.table(copy, "metadata"), "ownerReferences").add(owner);
        provide(kind, copy, true);
    }
}
