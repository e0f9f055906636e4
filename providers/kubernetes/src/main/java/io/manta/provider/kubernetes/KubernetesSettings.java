package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProviderSettings;
import io.manta.spi.model.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration says under {@code provider:}.
 *
 * @param account the head's service account as the user wrote it, or empty for one of our own; so for role and binding
 * @param services as manifests
 */
public record KubernetesSettings(
        String cluster,
        String namespace,
        Optional<String> kubeconfig,
        Optional<String> context,
        Map<String, Object> account,
        Map<String, Object> role,
        Map<String, Object> binding,
        List<Map<String, Object>> services) {

    static KubernetesSettings of(ClusterConfig config) {
        ProviderSettings provider = config.provider();
        var services = new ArrayList<Map<String, Object>>();
        Manifest.maps(provider.settings(), "services").forEach(service -> services.add(Manifest.copy(service)));
        return new KubernetesSettings(
                config.name(),
                provider.text("namespace").orElse("ray"),
                provider.text("kubeconfig"),
                provider.text("context"),
                Manifest.copy(provider.settings().get("autoscaler_service_account")),
                Manifest.copy(provider.settings().get("autoscaler_role")),
                Manifest.copy(provider.settings().get("autoscaler_role_binding")),
                List.copyOf(services));
    }

    /** What things of our own are called. */
    public String ownName() {
        return "ray-" + cluster + "-autoscaler";
    }

    /** The service account that the head runs as. */
    public String accountName() {
        String named = Manifest.name(account);
        return named.isEmpty() ? ownName() : named;
    }

    /** Finds everything of this cluster, and nothing else. */
    public String selector() {
        return Tags.CLUSTER + "=" + cluster;
    }

    public String path(String plural) {
        return "/api/v1/namespaces/" + namespace + "/" + plural;
    }
}
