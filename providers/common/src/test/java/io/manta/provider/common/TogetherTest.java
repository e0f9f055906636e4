package io.manta.provider.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TogetherTest {
    private static ProviderException failure(String what) {
        return new ProviderException(ProviderException.Kind.UNKNOWN, Problem.error("TEST", what, "", ""));
    }

    @Test
    void partsRunAtTheSameTime() throws Exception {
        var met = new CountDownLatch(2);
        try (var together = new Together()) {
            var one = together.begin(() -> meet(met));
            var other = together.begin(() -> meet(met));
            assertThat(one.get()).isTrue();
            assertThat(other.get()).isTrue();
        }
    }

    private static boolean meet(CountDownLatch met) throws InterruptedException {
        met.countDown();
        return met.await(20, TimeUnit.SECONDS);
    }

    @Test
    void noMoreRunAtOnceThanTheOtherSideLikes() throws Exception {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        try (var together = new Together(3)) {
            for (int i = 0; i < 50; i++) {
                together.beginStep(() -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    now.decrementAndGet();
                });
            }
            together.await();
        }
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void whatFailsIsThrownInTheOrderOfTheBeginningAndTheOthersAreNotCutOff() {
        var done = new AtomicInteger();
        assertThatThrownBy(() -> {
                    try (var together = new Together()) {
                        together.beginStep(done::incrementAndGet);
                        together.beginStep(() -> {
                            throw failure("first");
                        });
                        together.beginStep(() -> {
                            throw failure("second");
                        });
                        together.beginStep(done::incrementAndGet);
                        together.await();
                    }
                })
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.problem().what()).isEqualTo("first"));
        assertThat(done).hasValue(2);
    }

    @Test
    void aBugIsThrownAsItIs() {
        assertThatThrownBy(() -> {
                    try (var together = new Together()) {
                        together.beginStep(() -> {
                            throw new IllegalArgumentException("a bug");
                        });
                        together.await();
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a bug");
    }
}
