package io.manta.provider.kubernetes.shared;

import io.manta.provider.kubernetes.api.Manifest;
import java.util.List;
import java.util.Map;

/** What the user, and what the head, must be allowed in the namespace; nothing beyond it. */
public final class Rights {
    /** One verb on one kind of thing. */
    public record Right(String group, String resource, String verb) {
        public String words() {
            return verb + " " + resource;
        }
    }

    private static final List<String> POD_VERBS = List.of("get", "list", "watch", "create", "patch", "delete");

    private Rights() {}

    /** The head's: its pods, programs in them, and the services that belong to nodes. */
    public static List<Map<String, Object>> headRules() {
        return List.of(
                rule("", List.of("pods"), POD_VERBS),
                rule("", List.of("pods/exec"), List.of("get", "create")),
                rule("", List.of("services"), List.of("get", "create", "patch")),
                rule("networking.k8s.io", List.of("ingresses"), List.of("get", "create", "patch")));
    }

    /** The user's: the same, and to make and remove what the head needs. Whoever grants rights must have them. */
    public static List<Map<String, Object>> userRules() {
        List<String> all = List.of("get", "list", "create", "patch", "delete");
        return List.of(
                rule("", List.of("pods"), POD_VERBS),
                rule("", List.of("pods/exec"), List.of("get", "create")),
                rule("", List.of("services", "serviceaccounts"), all),
                rule("networking.k8s.io", List.of("ingresses"), all),
                rule("rbac.authorization.k8s.io", List.of("roles", "rolebindings"), all));
    }

    private static Map<String, Object> rule(String group, List<String> resources, List<String> verbs) {
        return Manifest.of("apiGroups", List.of(group), "resources", resources, "verbs", verbs);
    }
}
