package io.manta.provider.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InsistenceTest {
    private static ProviderException failure(Kind kind) {
        return new ProviderException(kind, Problem.error("X", "cannot remove it", "because", ""));
    }

    @Test
    void whatMayPassIsTriedAgain() throws Exception {
        var tries = new AtomicInteger();
        var insistence = new Insistence(Clock.systemUTC(), Duration.ofMinutes(1));
        assertThat(insistence.remove("role", () -> {
                    if (tries.incrementAndGet() < 3) {
                        throw failure(Kind.THROTTLED);
                    }
                }))
                .isTrue();
        assertThat(insistence.left()).isEmpty();
        assertThat(tries).hasValue(3);
    }

    @Test
    void whatCannotBeRemovedIsToldWithItsReason() throws Exception {
        var insistence = new Insistence(Clock.systemUTC(), Duration.ofMinutes(1));
        assertThat(insistence.remove("role", () -> {
                    throw failure(Kind.DENIED);
                }))
                .isFalse();
        assertThat(insistence.left()).containsExactly("role: cannot remove it (because)");
    }

    @Test
    void theTimeEnds() throws Exception {
        var insistence = new Insistence(Clock.systemUTC(), Duration.ofMillis(1));
        var tries = new AtomicInteger();
        insistence.remove("role", () -> {
            tries.incrementAndGet();
            throw failure(Kind.UNREACHABLE);
        });
        assertThat(insistence.left()).hasSize(1);
        assertThat(tries.get()).isBetween(1, 3);
    }
}
