package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import io.manta.spi.provider.Traits;
import io.manta.testkit.Configs;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A plug-in in this very process may throw, hang and lie; each has a name, and nothing else comes of it. */
final class GuardedNodeProviderTest {
    private final ClusterConfig config = Configs.small("c", "external", Map.of());
    private final FakeProvider inner = new FakeProvider();
    private final AtomicLong nanos = new AtomicLong();
    private final GuardedNodeProvider provider = new GuardedNodeProvider(
            inner, "shop", Duration.ofMillis(200), new AnswerCheck("shop", Duration.ofSeconds(60), nanos::get));

    GuardedNodeProviderTest() throws ProviderException {}

    /** Decorators used to forget what they were not told of. */
    @Test
    void whatItIsAndCanDoComesThrough() throws Exception {
        var odd = new Traits(false, true, true, false, true);
        inner.features = Features.of(odd)
                .withRights(_ -> Map.of("user", "everything"))
                .withGroundwork(_ -> false)
                .withHosts(_ -> {
                    throw new IllegalStateException("no ladder");
                });
        var guarded = new GuardedNodeProvider(inner, "shop", Duration.ofSeconds(5));
        assertThat(guarded.features().traits()).isEqualTo(odd);
        assertThat(guarded.features().policies(config)).containsEntry("user", "everything");
        assertThat(guarded.features().isPrepared(config)).isFalse();
        assertThat(guarded.features().stopped()).isEmpty();
        assertThat(guarded.features().offers("worker")).hasSize(1);
        assertThatThrownBy(() -> guarded.features().hostCommands(FakeProvider.machine("m-1", "n-1")))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("EXTERNAL-THREW"));

        var travelling = new TravellingNodeProvider(guarded, Path.of("unused"), true, () -> {});
        assertThat(travelling.features().traits().reachedByLaunch()).isTrue();
        assertThat(travelling.features().traits().needsLittleJava()).isTrue();
        assertThat(travelling.features().traits().elsewhere()).isFalse();
    }

    @Test
    void whateverIsThrownIsAProblem() {
        inner.listing = () -> {
            throw new IllegalStateException("no shelf");
        };
        assertProblem("EXTERNAL-THREW", Kind.UNKNOWN, "no shelf");
        inner.listing = () -> {
            throw new NoClassDefFoundError("shop/Shelf");
        };
        assertProblem("EXTERNAL-THREW", Kind.UNKNOWN, "shop/Shelf");
        assertThat(provider.check(config, Depth.QUICK).isClean()).isTrue();
    }

    @Test
    void aCallThatHangsIsGivenUpAndTheNextOneIsMade() throws Exception {
        inner.listing = () -> {
            new CountDownLatch(1).await();
            return List.of();
        };
        assertProblem("EXTERNAL-TIMEOUT", Kind.UNREACHABLE, "list");

        inner.listing = List::of;
        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void oneIdForTwoNodesIsNotBelieved() throws Exception {
        Machine first = FakeProvider.machine("m-1", "n-1");
        Machine second = FakeProvider.machine("m-1", "n-2");
        inner.listing = () -> List.of(first, second);
        assertProblem("EXTERNAL-SAME-ID", Kind.UNKNOWN, "m-1");

        inner.launching = _ -> new LaunchResult(List.of(first, second), Optional.empty());
        LaunchResult result = provider.launch(Specs.workers(config, "n-1", "n-2"));
        assertThat(result.created()).containsExactly(first);
        assertThat(result.shortfall())
                .hasValueSatisfying(e -> assertThat(e.problem().code()).isEqualTo("EXTERNAL-SAME-ID"));
    }

    @Test
    void theSameMachineListedTwiceIsOne() throws Exception {
        Machine machine = FakeProvider.machine("m-1", "n-1");
        inner.listing = () -> List.of(machine, machine);

        assertThat(provider.list(Look.USUAL)).containsExactly(machine);
    }

    @Test
    void machinesForNodesNobodyAskedForAndSilentShortfallsAreTold() throws Exception {
        inner.launching = _ -> new LaunchResult(List.of(FakeProvider.machine("m-9", "n-9")), Optional.empty());
        assertThat(provider.launch(Specs.workers(config, "n-1")).shortfall())
                .hasValueSatisfying(e -> assertThat(e.problem().why()).contains("m-9"));

        inner.launching = _ -> new LaunchResult(List.of(), Optional.empty());
        assertThat(provider.launch(Specs.workers(config, "n-1")).shortfall())
                .hasValueSatisfying(e -> assertThat(e.problem().why()).contains("0 of 1"));
    }

    @Test
    void aMachineThatWasMadeAndIsNeverListedIsToldOnce() throws Exception {
        inner.launching = _ -> new LaunchResult(List.of(FakeProvider.machine("m-1", "n-1")), Optional.empty());
        provider.launch(Specs.workers(config, "n-1"));
        assertThat(provider.list(Look.USUAL)).isEmpty();

        nanos.addAndGet(Duration.ofSeconds(61).toNanos());
        assertProblem("EXTERNAL-FORGOT", Kind.UNKNOWN, "m-1");

        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void aMachineThatWasEndedIsNotForgotten() throws Exception {
        inner.launching = _ -> new LaunchResult(List.of(FakeProvider.machine("m-1", "n-1")), Optional.empty());
        provider.launch(Specs.workers(config, "n-1"));
        provider.terminate(java.util.Set.of(new MachineId("m-1")));

        nanos.addAndGet(Duration.ofSeconds(61).toNanos());

        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    private void assertProblem(String code, Kind kind, String words) {
        assertThatThrownBy(() -> provider.list(Look.USUAL)).isInstanceOfSatisfying(ProviderException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(code);
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.problem().toString()).contains(words);
        });
    }
}
