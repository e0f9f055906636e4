package io.manta.provider.aws.client;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.io.IOException;
import java.net.HttpRetryException;
import java.util.Locale;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** What an answer of AWS means for us: the one place that knows its error codes. */
public final class AwsErrors {
    private static final Set<String> NO_CAPACITY = Set.of(
            "InsufficientInstanceCapacity",
            "InsufficientHostCapacity",
            "InsufficientReservedInstanceCapacity",
            "InsufficientCapacity",
            "InsufficientFreeAddressesInSubnet",
            "ReservationCapacityExceeded",
            "SpotMaxPriceTooLow",
            "Unsupported",
            "Server.InsufficientInstanceCapacity");
    private static final Set<String> QUOTA = Set.of(
            "VcpuLimitExceeded",
            "InstanceLimitExceeded",
            "MaxSpotInstanceCountExceeded",
            "MaxSpotFleetRequestCountExceeded",
            "VolumeLimitExceeded",
            "MaxIOPSLimitExceeded",
            "SecurityGroupLimitExceeded",
            "VpcLimitExceeded",
            "SubnetLimitExceeded",
            "InternetGatewayLimitExceeded",
            "ResourceLimitExceeded",
            "LimitExceeded");
    private static final Set<String> DENIED = Set.of(
            "UnauthorizedOperation",
            "AccessDenied",
            "AccessDeniedException",
            "AuthFailure",
            "InvalidClientTokenId",
            "UnrecognizedClientException",
            "SignatureDoesNotMatch",
            "ExpiredToken",
            "ExpiredTokenException",
            "RequestExpired",
            "OptInRequired",
            "PendingVerification",
            "Blocked");
    private static final Set<String> OVER = Set.of("ExpiredToken", "ExpiredTokenException");
    private static final Set<String> UNKNOWN_CALLER =
            Set.of("AuthFailure", "InvalidClientTokenId", "UnrecognizedClientException", "SignatureDoesNotMatch");
    private static final Set<String> THROTTLED = Set.of(
            "RequestLimitExceeded",
            "Throttling",
            "ThrottlingException",
            "ThrottledException",
            "TooManyRequestsException",
            "RequestThrottled",
            "SlowDown",
            "EC2ThrottledException",
            "BandwidthLimitExceeded");

    private static final Set<String> PASSING = Set.of(
            "RequestTimeout", "RequestTimeoutException", "PriorRequestNotComplete", "TransactionInProgressException");

    private AwsErrors() {}

    public static String code(Throwable e) {
        return e instanceof AwsServiceException service
                        && service.awsErrorDetails() != null
                        && service.awsErrorDetails().errorCode() != null
                ? service.awsErrorDetails().errorCode()
                : "";
    }

    /** @param doing what was tried, such as {@code launch 3 m5.large in us-west-2a} */
    public static ProviderException translate(String doing, SdkException e) {
        if (e instanceof AwsServiceException service && !code(e).isEmpty()) {
            return answered(doing, service);
        }
        if (isUnauthorized(e)) {
            return new ProviderException(
                    Kind.DENIED, AwsProblems.badCredentials(doing, "AWS answered HTTP 401 (unauthorized)", false), e);
        }
        String text = message(e);
        if (text.contains("Unable to load credentials") || text.contains("credentials from any of the providers")) {
            return new ProviderException(Kind.DENIED, AwsProblems.noCredentials(text), e);
        }
        if (text.toLowerCase(Locale.ROOT).contains("profile")) {
            return new ProviderException(Kind.DENIED, AwsProblems.badProfile(text), e);
        }
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "AWS-UNREACHABLE",
                        "cannot " + doing + ": AWS does not answer",
                        text,
                        "check the network, the region's name and AWS_ENDPOINT_URL; it is tried again"),
                e);
    }

    /** Java's own HTTP client keeps the body of such an answer to itself, and with it the code. */
    private static boolean isUnauthorized(SdkException e) {
        if (e instanceof AwsServiceException service && service.statusCode() == 401) {
            return true;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpRetryException http && http.responseCode() == 401) {
                return true;
            }
        }
        return false;
    }

    /** Whether the same call may succeed in a moment. No capacity is a full answer, though it comes as HTTP 500. */
    static boolean mayPass(Throwable e) {
        if (e instanceof AwsServiceException service) {
            Kind kind = kind(code(e), service.statusCode());
            return kind == Kind.THROTTLED
                    || kind == Kind.UNKNOWN
                    || service.isClockSkewException()
                    || PASSING.contains(code(e));
        }
        return e instanceof SdkException sdk && !isUnauthorized(sdk) && (sdk.retryable() || isInputOutput(sdk));
    }

    private static boolean isInputOutput(SdkException e) {
        return e.getCause() instanceof IOException || e instanceof ApiCallAttemptTimeoutException;
    }

    static boolean isThrottled(Throwable e) {
        return e instanceof AwsServiceException service && kind(code(e), service.statusCode()) == Kind.THROTTLED;
    }

    private static ProviderException answered(String doing, AwsServiceException e) {
        String code = code(e);
        Kind kind = kind(code, e.statusCode());
        String why = code + ": " + message(e);
        return new ProviderException(
                kind,
                switch (kind) {
                    case NO_CAPACITY ->
                        Problem.error(
                                "AWS-NO-CAPACITY",
                                "cannot " + doing + ": no capacity",
                                why,
                                "other zones and the entries of `provider.fallback` are tried; add some");
                    case QUOTA ->
                        Problem.error(
                                "AWS-QUOTA",
                                "cannot " + doing + ": a limit of the account is reached",
                                why,
                                "ask for more in the Service Quotas console, or lower max_workers");
                    case DENIED ->
                        OVER.contains(code) || UNKNOWN_CALLER.contains(code)
                                ? AwsProblems.badCredentials(doing, why, OVER.contains(code))
                                : AwsProblems.denied(doing, why);
                    case INVALID -> Problem.error("AWS-INVALID", "cannot " + doing, why, AwsProblems.remedy(code));
                    case THROTTLED ->
                        Problem.error(
                                "AWS-THROTTLED",
                                "cannot " + doing + ": too many calls",
                                why,
                                "nothing to do: it is tried again more slowly");
                    case UNREACHABLE, UNKNOWN ->
                        Problem.error(
                                "AWS-FAILED", "cannot " + doing, why, "it is tried again; see the AWS status page");
                },
                e);
    }

    public static Kind kind(String code, int status) {
        if (NO_CAPACITY.contains(code)) {
            return Kind.NO_CAPACITY;
        } else if (QUOTA.contains(code) || (code.endsWith("LimitExceeded") && !THROTTLED.contains(code))) {
            return Kind.QUOTA;
        } else if (DENIED.contains(code)) {
            return Kind.DENIED;
        } else if (THROTTLED.contains(code)) {
            return Kind.THROTTLED;
        } else if (status >= 500) {
            return Kind.UNKNOWN;
        }
        return status >= 400 ? Kind.INVALID : Kind.UNKNOWN;
    }

    private static String message(SdkException e) {
        String text = e instanceof AwsServiceException service
                        && service.awsErrorDetails() != null
                        && service.awsErrorDetails().errorMessage() != null
                ? service.awsErrorDetails().errorMessage()
                : String.valueOf(e.getMessage());
        return text.strip();
    }
}
