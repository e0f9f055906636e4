package io.manta.provider.kubernetes.shared;

import io.manta.provider.kubernetes.Failures;
import io.manta.provider.kubernetes.KubernetesSettings;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything in a namespace, of every kind that the API server has: whoever deletes the namespace deletes all of it. What cannot be
 * looked at may be there.
 */
final class NamespaceContents {
    /** Made by Kubernetes for other things, which are looked at themselves. */
    private static final Set<String> FOLLOWERS =
            Set.of("endpoints", "endpointslices", "events", "podmetrics", "leases");

    private final KubernetesSettings settings;
    private final KubeApi api;

    NamespaceContents(KubernetesSettings settings, KubeApi api) {
        this.settings = settings;
        this.api = api;
    }

    private record Found(String plural, Map<String, Object> thing) {}

    /** Whether nobody has anything else in it; what Kubernetes itself puts there, and what of ours is ending, does not count. */
    boolean isEmpty() throws ProviderException, InterruptedException {
        try {
            var all = new ArrayList<Found>();
            for (String path : kinds()) {
                String plural = path.substring(path.lastIndexOf('/') + 1);
                if (!FOLLOWERS.contains(plural)) {
                    api.list(path, "").items().forEach(thing -> all.add(new Found(plural, thing)));
                }
            }
            Set<String> there = new HashSet<>();
            all.forEach(found -> Manifest.text(found.thing(), "metadata", "uid").ifPresent(there::add));
            return all.stream().allMatch(found -> isKubernetes(found) || isEnding(found) || isOwned(found, there));
        } catch (ApiException e) {
            if (e.status() == 0) {
                throw Failures.of("look into namespace " + settings.namespace(), e);
            }
            return false;
        }
    }

    /** Paths of all kinds of things that are in namespaces and can be listed. */
    private List<String> kinds() throws ApiException, InterruptedException {
        var paths = new ArrayList<String>(kinds("/api/v1"));
        for (Map<?, ?> group : Manifest.maps(api.get("/apis"), "groups")) {
            String version =
                    Manifest.text(group, "preferredVersion", "groupVersion").orElse("");
            if (!version.isEmpty()) {
                paths.addAll(kinds("/apis/" + version));
            }
        }
        return paths;
    }

    private List<String> kinds(String group) throws ApiException, InterruptedException {
        return Manifest.maps(api.get(group), "resources").stream()
                .filter(kind -> Boolean.TRUE.equals(kind.get("namespaced")))
                .filter(kind -> kind.get("verbs") instanceof List<?> verbs && verbs.contains("list"))
                .map(kind -> Manifest.text(kind, "name").orElse(""))
                .filter(name -> !name.isEmpty() && !name.contains("/"))
                .map(name -> group + "/namespaces/" + settings.namespace() + "/" + name)
                .toList();
    }

    private static boolean isKubernetes(Found found) {
        String name = Manifest.name(found.thing());
        return switch (found.plural()) {
            case "configmaps" -> name.equals("kube-root-ca.crt");
            case "serviceaccounts" -> name.equals("default");
            case "secrets" ->
                Manifest.text(found.thing(), "type").orElse("").equals("kubernetes.io/service-account-token")
                        && name.startsWith("default-token-");
            default -> false;
        };
    }

    private boolean isEnding(Found found) {
        return Manifest.at(found.thing(), "metadata", "deletionTimestamp").isPresent()
                && settings.cluster()
                        .equals(Manifest.texts(found.thing(), "metadata", "labels")
                                .get(Tags.CLUSTER));
    }

    /** What something else in the namespace has made ends with it. */
    private static boolean isOwned(Found found, Set<String> there) {
        List<Map<?, ?>> owners = Manifest.maps(found.thing(), "metadata", "ownerReferences");
        return !owners.isEmpty()
                && owners.stream()
                        .allMatch(owner ->
                                there.contains(Manifest.text(owner, "uid").orElse("")));
    }
}
