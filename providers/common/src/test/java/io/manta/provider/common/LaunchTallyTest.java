package io.manta.provider.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.Specs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LaunchTallyTest {
    private final ClusterConfig config = Configs.small("tally", "any", Map.of());
    private final LaunchTally tally = new LaunchTally(Specs.workers(config, "n-1", "n-2", "n-3"));

    private static Machine machine(String node, MachineState state) {
        return new Machine(
                new MachineId("m-" + node),
                state,
                Map.of(Tags.NODE_ID, node),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ProviderException fewer(int missing) {
        return new ProviderException(
                ProviderException.Kind.NO_CAPACITY, Problem.error("TEST-FEWER", missing + " missing", "", ""));
    }

    private List<String> open() {
        return tally.open().stream().map(node -> node.id().value()).toList();
    }

    @Test
    void aNodeThatHasALivingMachineIsNotMadeAgain() throws Exception {
        tally.found(List.of(
                machine("n-1", MachineState.RUNNING),
                machine("n-2", MachineState.STOPPING),
                machine("stranger", MachineState.RUNNING)));
        assertThat(open()).containsExactly("n-2", "n-3");
        assertThat(tally.result().created()).containsExactly(machine("n-1", MachineState.RUNNING));
    }

    @Test
    void nodesThatDifferInTheirIdOnlyShareACall() {
        assertThat(tally.alike())
                .hasSize(1)
                .first()
                .satisfies(group -> assertThat(group).extracting(NodeSpec::id).hasSize(3));
    }

    @Test
    void afterTooFewNoOtherCallIsMadeAndWhatIsThereIsKept() throws Exception {
        tally.make(2, () -> List.of(machine("n-1", MachineState.PENDING)), LaunchTallyTest::fewer);
        tally.make(
                1,
                () -> {
                    throw new AssertionError("asked again");
                },
                LaunchTallyTest::fewer);
        LaunchResult result = tally.result();
        assertThat(result.created()).containsExactly(machine("n-1", MachineState.PENDING));
        assertThat(result.shortfall().orElseThrow().problem().what()).isEqualTo("1 missing");
    }

    @Test
    void aFailureWithNothingMadeIsThrown() throws Exception {
        tally.make(
                3,
                () -> {
                    throw fewer(3);
                },
                LaunchTallyTest::fewer);
        assertThatThrownBy(tally::result).isInstanceOf(ProviderException.class);
    }
}
