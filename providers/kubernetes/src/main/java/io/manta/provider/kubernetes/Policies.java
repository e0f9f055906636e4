package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.shared.Kind;
import io.manta.provider.kubernetes.shared.Rights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/** Manifests for whoever grants rights: apply them, and nothing more is needed. */
final class Policies {
    private final KubernetesSettings settings;

    Policies(KubernetesSettings settings) {
        this.settings = settings;
    }

    Map<String, String> all() {
        var found = new LinkedHashMap<String, String>();
        found.put(
                "user",
                documents(List.of(
                        role("ray-user", Rights.userRules()),
                        binding(
                                "ray-user",
                                Manifest.of(
                                        "apiGroup", Kind.ROLE.rightsGroup(), "kind", "User", "name", "CHANGE-ME")))));
        String name = settings.accountName();
        found.put(
                "head",
                documents(List.of(
                        manifest(Kind.SERVICE_ACCOUNT, name, Manifest.of()),
                        role(name, Rights.headRules()),
                        binding(
                                name,
                                Manifest.of(
                                        "kind", "ServiceAccount", "name", name, "namespace", settings.namespace())))));
        return found;
    }

    private Map<String, Object> role(String name, List<Map<String, Object>> rules) {
        return manifest(Kind.ROLE, name, Manifest.of("rules", rules));
    }

    private Map<String, Object> binding(String name, Map<String, Object> subject) {
        var rest = new LinkedHashMap<String, Object>();
        rest.put("subjects", List.of(subject));
        rest.put("roleRef", Manifest.of("apiGroup", Kind.ROLE.rightsGroup(), "kind", "Role", "name", name));
        return manifest(Kind.ROLE_BINDING, name, rest);
    }

    private Map<String, Object> manifest(Kind kind, String name, Map<String, Object> rest) {
        var manifest = new LinkedHashMap<String, Object>();
        manifest.put("apiVersion", kind.apiVersion());
        manifest.put("kind", kind.word());
        manifest.put("metadata", Manifest.of("name", name, "namespace", settings.namespace()));
        manifest.putAll(rest);
        return manifest;
    }

    private static String documents(List<Map<String, Object>> manifests) {
        var options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setExplicitStart(true);
        return new Yaml(options).dumpAll(manifests.iterator()).strip();
    }
}
