package io.manta.controller.loop;

import io.manta.spi.provider.ProviderException;
import java.time.Duration;

/** What a failed launch means for the offer it used: the one place where kinds of failure become policy. */
final class LaunchPolicy {
    private LaunchPolicy() {}

    /** How long the offer is skipped. */
    static Duration skip(ProviderException.Kind kind) {
        return switch (kind) {
            case NO_CAPACITY -> Duration.ofMinutes(5);
            case QUOTA -> Duration.ofMinutes(10);
            case DENIED, INVALID -> Duration.ofMinutes(30);
            case THROTTLED -> Duration.ofSeconds(5);
            case UNREACHABLE -> Duration.ofSeconds(5);
            case UNKNOWN -> Duration.ofSeconds(30);
        };
    }

    /** Whether asking again would be answered the same until somebody changes something. */
    static boolean isHopeless(ProviderException.Kind kind) {
        return switch (kind) {
            case QUOTA, DENIED, INVALID -> true;
            case NO_CAPACITY, THROTTLED, UNREACHABLE, UNKNOWN -> false;
        };
    }

    /** Whether the provider surely made nothing; otherwise the machine may still appear, and is waited for. */
    static boolean isCertain(ProviderException.Kind kind) {
        return switch (kind) {
            case NO_CAPACITY, QUOTA, DENIED, INVALID -> true;
            case THROTTLED, UNREACHABLE, UNKNOWN -> false;
        };
    }
}
