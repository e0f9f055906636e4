package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.access.Access;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.shared.Rights;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Preflight.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the API answers, knows us, and allows what is needed; asks, and changes nothing. */
final class KubernetesCheck {
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final int OLDEST = 30;

    private final KubernetesSettings settings;
    private final KubeApi api;
    private final Access access;

    KubernetesCheck(KubernetesSettings settings, KubeApi api, Access access) {
        this.settings = settings;
        this.api = api;
        this.access = access;
    }

    /** Only what decides whether to begin. */
    Preflight brief() {
        return run(List.of(new Rights.Right("", "pods", "create"), new Rights.Right("", "pods/exec", "create")));
    }

    /** Every right, one line for each. */
    Preflight thorough() {
        var rights = new ArrayList<Rights.Right>();
        for (Map<String, Object> rule : Rights.userRules()) {
            for (String resource : texts(rule, "resources")) {
                for (String verb : texts(rule, "verbs")) {
                    rights.add(new Rights.Right(texts(rule, "apiGroups").getFirst(), resource, verb));
                }
            }
        }
        return run(rights);
    }

    private static List<String> texts(Map<String, Object> rule, String key) {
        return rule.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    private Preflight run(List<Rights.Right> rights) {
        var findings = new ArrayList<Finding>();
        try {
            findings.add(server());
            findings.add(namespace());
            for (Rights.Right right : rights) {
                findings.add(right(right));
            }
        } catch (ApiException e) {
            findings.add(Finding.problem(
                    "API", Failures.of("ask " + access.server(), e).problem()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Preflight(findings);
    }

    private Finding server() throws ApiException, InterruptedException {
        Map<String, Object> version = api.get("/version");
        String words = Manifest.text(version, "gitVersion").orElse("unknown") + " at " + access.server() + ", from "
                + access.source() + (access.context().isEmpty() ? "" : ", context " + access.context());
        return minor(version) >= OLDEST
                ? Finding.ok("Kubernetes", words)
                : Finding.problem(
                        "Kubernetes",
                        Problem.error(
                                "KUBE-TOO-OLD",
                                "this is Kubernetes " + words,
                                "commands in pods need the protocol that servers speak since 1.30",
                                "use a newer Kubernetes cluster"));
    }

    private static int minor(Map<String, Object> version) {
        String digits = Manifest.text(version, "minor").orElse("").replaceAll("[^0-9].*", "");
        return digits.isEmpty() ? OLDEST : Integer.parseInt(digits);
    }

    private Finding namespace() throws ApiException, InterruptedException {
        String name = settings.namespace();
        try {
            if (api.find("/api/v1/namespaces/" + name).isPresent()) {
                return Finding.ok("namespace", name + " is there");
            }
        } catch (ApiException e) {
            if (e.isDenied()) {
                return Finding.ok("namespace", name + " may not be looked at, and is taken to be there");
            }
            throw e;
        }
        if (isAllowed(new Rights.Right("", "namespaces", "create"), Optional.empty())) {
            return Finding.ok("namespace", name + " will be made");
        }
        return Finding.problem(
                "namespace",
                Problem.error(
                        "KUBE-NO-NAMESPACE",
                        "there is no namespace " + name + ", and you may not make one",
                        "",
                        "set provider.namespace to one you have, or ask an administrator to make it"));
    }

    private Finding right(Rights.Right right) throws ApiException, InterruptedException {
        if (isAllowed(right, Optional.of(settings.namespace()))) {
            return Finding.ok(right.words(), "allowed");
        }
        return Finding.problem(
                right.words(),
                Problem.error(
                        "KUBE-RIGHTS",
                        "you may not " + right.words() + " in namespace " + settings.namespace(),
                        "",
                        "have an administrator apply what `manta doctor --policy` prints"));
    }

    private boolean isAllowed(Rights.Right right, Optional<String> namespace)
            throws ApiException, InterruptedException {
        String[] parts = right.resource().split("/", 2);
        var attributes = new LinkedHashMap<String, Object>();
        namespace.ifPresent(name -> attributes.put("namespace", name));
        attributes.put("group", right.group());
        attributes.put("resource", parts[0]);
        if (parts.length > 1) {
            attributes.put("subresource", parts[1]);
        }
        attributes.put("verb", right.verb());
        Map<String, Object> answer = api.create(
                REVIEWS,
                Map.of(
                        "apiVersion",
                        "authorization.k8s.io/v1",
                        "kind",
                        "SelfSubjectAccessReview",
                        "spec",
                        Map.of("resourceAttributes", attributes)));
        return Boolean.TRUE.equals(Manifest.at(answer, "status", "allowed").orElse(false));
    }
}
