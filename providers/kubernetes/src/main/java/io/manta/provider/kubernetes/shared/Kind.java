package io.manta.provider.kubernetes.shared;

import io.manta.provider.kubernetes.api.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kinds of things that a cluster may have, in the order in which they are removed. */
public enum Kind {
    POD("Pod", "api/v1", "pods"),
    INGRESS("Ingress", "apis/networking.k8s.io/v1", "ingresses"),
    SERVICE("Service", "api/v1", "services"),
    ROLE_BINDING("RoleBinding", "apis/rbac.authorization.k8s.io/v1", "rolebindings"),
    ROLE("Role", "apis/rbac.authorization.k8s.io/v1", "roles"),
    SERVICE_ACCOUNT("ServiceAccount", "api/v1", "serviceaccounts");

    private final String word;
    private final String group;
    private final String plural;

    Kind(String word, String group, String plural) {
        this.word = word;
        this.group = group;
        this.plural = plural;
    }

    public String word() {
        return word;
    }

    public String plural() {
        return plural;
    }

    /** The group's name as rights call it. */
    public String rightsGroup() {
        return group.startsWith("apis/") ? group.substring(5, group.lastIndexOf('/')) : "";
    }

    public String apiVersion() {
        return group.startsWith("apis/") ? group.substring(5) : group.substring(4);
    }

    public String path(String namespace) {
        return "/" + group + "/namespaces/" + namespace + "/" + plural;
    }

    public static Optional<Kind> of(Map<String, Object> manifest) {
        String wanted = Manifest.text(manifest, "kind").orElse("");
        return List.of(values()).stream()
                .filter(kind -> kind.word.equals(wanted))
                .findFirst();
    }
}
