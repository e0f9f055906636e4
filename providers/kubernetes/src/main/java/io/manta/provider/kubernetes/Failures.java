package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.api.ApiException;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;

/** What a refusal of the API means for us: the one place that reads its words. docs/problems/kubernetes.md lists the codes. */
public final class Failures {
    private Failures() {}

    /** @param what such as {@code make pod ray-a-head-1} */
    public static ProviderException of(String what, ApiException e) {
        Reading reading = reading(e);
        return new ProviderException(
                reading.kind, Problem.error(reading.code, "cannot " + what + reading.told, e.said(), reading.fix), e);
    }

    private record Reading(Kind kind, String code, String told, String fix) {}

    private static Reading reading(ApiException e) {
        return switch (e.status()) {
            case 0 ->
                new Reading(
                        Kind.UNREACHABLE,
                        "KUBE-UNREACHABLE",
                        ": the API does not answer",
                        "check the network, the server in the kubeconfig file, and any VPN");
            case 400, 422 ->
                new Reading(
                        Kind.INVALID,
                        "KUBE-INVALID",
                        ": Kubernetes does not accept it",
                        "correct what it names, in node_config or under provider");
            case 401 ->
                new Reading(
                        Kind.DENIED,
                        "KUBE-LOGIN",
                        ": credentials rejected (HTTP 401)",
                        "log in again, or get a new kubeconfig file");
            case 403 -> denied(e.said());
            case 404 ->
                new Reading(
                        Kind.INVALID,
                        "KUBE-NOT-THERE",
                        ": something it needs is not there",
                        "check provider.namespace; `manta up` makes what is missing where it may");
            case 409 -> new Reading(Kind.UNKNOWN, "KUBE-CONFLICT", ": somebody else changed it", "try again");
            case 429 -> new Reading(Kind.THROTTLED, "KUBE-THROTTLED", ": too many requests", "wait a little");
            case 500, 502, 503, 504 ->
                new Reading(
                        Kind.UNREACHABLE,
                        "KUBE-UNREACHABLE",
                        ": the API server failed (HTTP " + e.status() + ")",
                        "wait, then try again");
            default -> new Reading(Kind.UNKNOWN, "KUBE-REFUSED", " (HTTP " + e.status() + ")", "");
        };
    }

    private static Reading denied(String said) {
        if (said.contains("exceeded quota") || said.contains("must specify")) {
            return new Reading(
                    Kind.QUOTA,
                    "KUBE-QUOTA",
                    ": the namespace's quota is used up",
                    "end other pods, ask for a larger ResourceQuota, or lower max_workers");
        }
        if (said.contains("violates PodSecurity")) {
            return new Reading(
                    Kind.INVALID,
                    "KUBE-POD-SECURITY",
                    ": the namespace's PodSecurity level forbids the pod as it is",
                    "add the securityContext it names to node_config, or use another namespace");
        }
        if (said.contains("admission webhook") || said.contains("ValidatingAdmissionPolicy")) {
            return new Reading(
                    Kind.DENIED,
                    "KUBE-ADMISSION",
                    ": a policy of this Kubernetes cluster forbids it",
                    "do what the policy asks in node_config, or ask whoever wrote it");
        }
        if (said.contains("usage per") || said.contains("limit to request ratio")) {
            return new Reading(
                    Kind.INVALID,
                    "KUBE-LIMIT-RANGE",
                    ": the namespace's LimitRange forbids these amounts",
                    "change resources in node_config to what it allows");
        }
        if (said.contains("error looking up service account")) {
            return new Reading(
                    Kind.UNKNOWN,
                    "KUBE-NO-ACCOUNT",
                    ": its service account is not there",
                    "run `manta up` again; where it may not make accounts, apply what `manta doctor --policy` prints");
        }
        if (said.contains("being terminated")) {
            return new Reading(
                    Kind.UNKNOWN, "KUBE-NAMESPACE-ENDS", ": the namespace is being deleted", "wait until it is gone");
        }
        return new Reading(
                Kind.DENIED,
                "KUBE-RIGHTS",
                ": you are not allowed to",
                "have an administrator apply what `manta doctor --policy` prints");
    }
}
