package io.manta.provider.gcp.api;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.net.URI;
import java.util.Set;

/** What an answer of Google means for us: the one place that knows its error codes. */
public final class GcpErrors {
    private static final Set<String> NO_CAPACITY = Set.of(
            "ZONE_RESOURCE_POOL_EXHAUSTED",
            "ZONE_RESOURCE_POOL_EXHAUSTED_WITH_DETAILS",
            "REGION_RESOURCE_POOL_EXHAUSTED",
            "RESOURCE_POOL_EXHAUSTED",
            "STOCKOUT",
            "VM_MIN_COUNT_NOT_REACHED",
            "UNAVAILABLE_CAPACITY",
            "IP_SPACE_EXHAUSTED",
            "IP_SPACE_EXHAUSTED_WITH_DETAILS");
    /** RESOURCE_EXHAUSTED as operations of Cloud TPU have it. */
    private static final String EXHAUSTED = "8";

    private static final Set<String> QUOTA = Set.of(
            "QUOTA_EXCEEDED", "quotaExceeded", "LIMIT_EXCEEDED", "limitExceeded", "RESOURCE_EXHAUSTED", EXHAUSTED);
    private static final Set<String> BILLING =
            Set.of("BILLING_DISABLED", "billingNotEnabled", "UREQ_PROJECT_BILLING_NOT_FOUND");
    private static final Set<String> THROTTLED = Set.of(
            "rateLimitExceeded",
            "userRateLimitExceeded",
            "RATE_LIMIT_EXCEEDED",
            "OPERATION_RATE_EXCEEDED",
            "RESOURCE_OPERATION_RATE_EXCEEDED",
            "CONCURRENT_OPERATIONS_QUOTA_EXCEEDED");

    private GcpErrors() {}

    /** The first reason an error names: {@code rateLimitExceeded}, or its status. */
    static String reason(Doc error) {
        for (Doc one : error.docs("errors")) {
            if (one.has("reason") || one.has("code")) {
                return one.has("reason") ? one.text("reason") : one.text("code");
            }
        }
        return error.text("status");
    }

    static Kind kind(String reason, String message, int status) {
        if (NO_CAPACITY.contains(reason)
                || message.contains("does not have enough resources")
                || message.contains("no more capacity in the zone")) {
            return Kind.NO_CAPACITY;
        } else if (message.contains("Maximum number of service accounts")) {
            return Kind.QUOTA;
        } else if (THROTTLED.contains(reason) || (status == 429 && !QUOTA.contains(reason))) {
            return Kind.THROTTLED;
        } else if (QUOTA.contains(reason)) {
            return Kind.QUOTA;
        } else if (status == 401 || status == 403) {
            return Kind.DENIED;
        } else if (status >= 500) {
            return Kind.UNKNOWN;
        }
        return status >= 400 ? Kind.INVALID : Kind.UNKNOWN;
    }

    /** @param doing what was tried, such as {@code launch 3 n1-standard-2 in us-west1-a} */
    static ProviderException answered(String doing, int status, Doc error, Service service, Rest rest) {
        String reason = reason(error);
        String message = error.text("message");
        Kind kind = kind(reason, message, status);
        String why = reason.isEmpty() ? status + " " + message : reason + ": " + message;
        if (reason.equals("accessNotConfigured") || message.contains("has not been used in project")) {
            return new ProviderException(Kind.DENIED, GcpProblems.notEnabled(service.domain(), rest.project(), why));
        }
        if (BILLING.contains(reason) || message.contains("requires billing to be enabled")) {
            return new ProviderException(Kind.DENIED, GcpProblems.noBilling(rest.project(), why));
        }
        if (isMissingProject(status, message, rest.project())) {
            return new ProviderException(Kind.INVALID, GcpProblems.noSuchProject(rest.project(), why));
        }
        if (status == 401) {
            return new ProviderException(
                    Kind.DENIED, GcpProblems.notAccepted(rest.identity().source(), why));
        }
        return new ProviderException(kind, problem(kind, doing, why));
    }

    private static boolean isMissingProject(int status, String message, String project) {
        return (status == 404 && message.contains("'projects/" + project + "' was not found"))
                || message.contains("Project '" + project + "' not found or deleted")
                || message.contains("Project '" + project + "' not found or permission denied");
    }

    private static Problem problem(Kind kind, String doing, String why) {
        return switch (kind) {
            case NO_CAPACITY ->
                Problem.error(
                        "GCP-NO-CAPACITY",
                        "cannot " + doing + ": no capacity",
                        why,
                        "other zones and the entries of `provider.fallback` are tried; add some");
            case QUOTA ->
                Problem.error(
                        "GCP-QUOTA",
                        "cannot " + doing + ": a quota of the project is used up",
                        why,
                        "ask for more on the Quotas page of the console, or lower max_workers");
            case DENIED -> GcpProblems.denied(doing, why);
            case INVALID ->
                Problem.error(
                        "GCP-INVALID",
                        "cannot " + doing,
                        why,
                        doing.startsWith("launch")
                                ? "correct the node_config; `manta doctor` checks it without launching"
                                : "correct what Google names in `provider` or the node_config, then run it again");
            case THROTTLED ->
                Problem.error(
                        "GCP-THROTTLED",
                        "cannot " + doing + ": too many calls",
                        why,
                        "nothing to do: it is tried again more slowly");
            case UNREACHABLE, UNKNOWN ->
                Problem.error("GCP-FAILED", "cannot " + doing, why, "it is tried again; see status.cloud.google.com");
        };
    }

    /** An operation that was accepted and then failed. */
    public static ProviderException failed(String doing, Doc operation) {
        Doc first = operation.doc("error").docs("errors").stream().findFirst().orElse(operation.doc("error"));
        int status = (int) operation.number("httpErrorStatusCode");
        Kind kind = kind(first.text("code"), first.text("message"), status == 0 ? 500 : status);
        return new ProviderException(kind, problem(kind, doing, first.text("code") + ": " + first.text("message")));
    }

    /** Somebody answered, but not what was asked for: whatever it says, nothing is known. */
    static ProviderException notUnderstood(String doing, URI uri, String answer) {
        String begin = answer.strip().replaceAll("\\s+", " ");
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "GCP-UNREACHABLE",
                        "cannot " + doing + ": something else than Google answered",
                        uri.getAuthority() + " answered: "
                                + (begin.length() > 200 ? begin.substring(0, 200) + "…" : begin),
                        "check proxies and login pages of the network, and `provider.endpoint` when it is set; it is tried"
                                + " again"));
    }

    static ProviderException unreachable(String doing, URI uri, Throwable e) {
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "GCP-UNREACHABLE",
                        "cannot " + doing + ": Google does not answer",
                        e.getMessage() == null ? "no connection to " + uri.getAuthority() : e.getMessage(),
                        "check the network, and `provider.endpoint` when it is set; it is tried again"),
                e);
    }
}
