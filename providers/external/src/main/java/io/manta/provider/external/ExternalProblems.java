package io.manta.provider.external;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Duration;
import java.util.List;

/** What can be wrong with a provider that is not ours, in words. */
public final class ExternalProblems {
    private static final String TELL =
            "tell whoever wrote the provider; docs/provider-contract.md says what it must do";

    private ExternalProblems() {}

    public static ProviderException threw(String provider, String call, Throwable cause) {
        StackTraceElement[] trace = cause.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error("EXTERNAL-THREW", provider + " failed in " + call + ": " + cause, "thrown" + where, TELL),
                cause);
    }

    public static ProviderException hangs(String provider, String call, Duration limit) {
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "EXTERNAL-TIMEOUT",
                        provider + " did not answer " + call + " within " + limit.toSeconds() + " s",
                        "the call is given up and made again later",
                        "if it is only slow, raise provider.timeout_seconds"));
    }

    public static ProviderException answer(String provider, String call, String why) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "EXTERNAL-ANSWER",
                        provider + " gave an answer to " + call + " that makes no sense",
                        why,
                        TELL));
    }

    public static ProviderException sameId(String provider, String id, String first, String second) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "EXTERNAL-SAME-ID",
                        provider + " uses the machine id " + id + " twice",
                        "once for node " + first + ", once for node " + second
                                + "; acting on it could end the wrong machine",
                        TELL));
    }

    public static ProviderException forgot(String provider, String id, Duration after) {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "EXTERNAL-FORGOT",
                        provider + " made machine " + id + " and does not list it",
                        "it was not listed for " + after.toSeconds() + " s after it was launched; it may run unseen",
                        "look for it at the provider; " + TELL));
    }

    /** @param tail the last lines it wrote to standard error */
    public static ProviderException ended(String provider, String how, List<String> tail) {
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "EXTERNAL-HELPER-ENDED",
                        "the helper process of " + provider + " " + how,
                        String.join("\n", tail),
                        "it is started again with the next call; its own messages are in provider.log"));
    }

    public static ProviderException cannotStart(String provider, String why) {
        return new ProviderException(
                Kind.INVALID,
                Problem.error(
                        "EXTERNAL-HELPER-START",
                        "the helper process of " + provider + " cannot be started",
                        why,
                        "correct provider.command, or make the file executable"));
    }

    public static ProviderException protocol(String provider, String theirs, int ours) {
        return new ProviderException(
                Kind.INVALID,
                Problem.error(
                        "EXTERNAL-PROTOCOL",
                        provider + " speaks version " + theirs + " of the provider protocol",
                        "this Manta speaks version " + ours,
                        "use a version of the provider made for it; see docs/provider-protocol.md"));
    }

    public static ProviderException noPython(String why) {
        return new ProviderException(
                Kind.INVALID,
                Problem.error(
                        "EXTERNAL-NO-PYTHON",
                        "no Python with Ray was found to run the provider class in",
                        why,
                        "name one in provider.python: an interpreter or a virtual environment"));
    }

    public static Problem plugin(String what, String why, String fix) {
        return Problem.error("EXTERNAL-PLUGIN", what, why, fix);
    }

    public static Problem pluginVersion(String jar, String theirs, String ours) {
        return Problem.error(
                "EXTERNAL-PLUGIN-VERSION",
                jar + " cannot be used: " + theirs,
                "this Manta has version " + ours + " of the provider interface",
                "get the plug-in for this version, or rebuild it against manta-provider-spi " + ours);
    }

    public static Problem settings(String what, String why, String fix) {
        return Problem.error("EXTERNAL-SETTINGS", what, why, fix);
    }

    public static ProviderException luggage(String why) {
        return new ProviderException(
                Kind.INVALID,
                Problem.error(
                        "EXTERNAL-LUGGAGE", "the provider cannot be brought to the head", why, "correct the path"));
    }
}
