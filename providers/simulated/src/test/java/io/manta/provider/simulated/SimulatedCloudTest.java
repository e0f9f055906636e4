package io.manta.provider.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.FakeClock;
import io.manta.testkit.Seeds;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulatedCloudTest {
    private final FakeClock clock = new FakeClock();
    private final SimulatedCloud cloud =
            new SimulatedCloud(clock, 1).times(Duration.ofSeconds(30), Duration.ofSeconds(10));
    private final ClusterConfig config = Configs.small("sim", "simulated", Map.of());
    private final SimulatedNodeProvider provider = new SimulatedNodeProvider(config, cloud);

    @Test
    void machinesBootAndStopAsTimePasses() throws Exception {
        MachineId id = launch("n-1");

        assertThat(state()).isEqualTo(MachineState.PENDING);
        clock.advance(Duration.ofSeconds(30));
        assertThat(state()).isEqualTo(MachineState.RUNNING);
        provider.terminate(Set.of(id));
        assertThat(state()).isEqualTo(MachineState.STOPPING);
        clock.advance(Duration.ofSeconds(10));
        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void aPreemptedMachineIsAnnouncedAndThenGone() throws Exception {
        MachineId id = launch("n-1");
        clock.advance(Duration.ofMinutes(1));

        cloud.preempt(id, Duration.ofMinutes(2));

        assertThat(provider.list(Look.USUAL).getFirst().interruption())
                .contains(clock.instant().plus(Duration.ofMinutes(2)));
        assertThat(state()).isEqualTo(MachineState.RUNNING);
        clock.advance(Duration.ofMinutes(2));
        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void aLostMachineIsGoneAtOnce() throws Exception {
        cloud.lose(launch("n-1"));

        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void freedCapacityIsGivenOut() throws Exception {
        Offer offer = Offer.plain(Configs.WORKER);
        cloud.capacity(offer, 1);
        MachineId id = launch("n-1");

        assertThat(provider.launch(Specs.workers(config, "n-2")).shortfall())
                .hasValueSatisfying(e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.NO_CAPACITY));
        provider.terminate(Set.of(id));
        clock.advance(Duration.ofSeconds(10));

        assertThat(provider.launch(Specs.workers(config, "n-2")).created()).hasSize(1);
    }

    @Test
    void costGrowsWithTheTimeMachinesExist() throws Exception {
        var offer = new Offer(Configs.WORKER, "", Offer.Market.ON_DEMAND, "", OptionalDouble.of(2.0));
        var nodes = Specs.workers(config, "n-1", "n-2").nodes();
        provider.launch(new LaunchRequest(offer, nodes));

        clock.advance(Duration.ofMinutes(30));

        assertThat(cloud.cost()).isCloseTo(2.0, within(1e-9));
    }

    @Test
    void anOldListDoesNotShowANewMachine() throws Exception {
        launch("n-1");
        cloud.faults(new SimulatedFaults(0, 0, 0, 0, Duration.ofSeconds(5)));
        var sizes = new ArrayList<Integer>();
        for (int i = 0; i < 50; i++) {
            sizes.add(provider.list(Look.USUAL).size());
        }
        clock.advance(Duration.ofSeconds(5));

        assertThat(sizes).contains(0);
        assertThat(provider.list(Look.USUAL)).hasSize(1);
    }

    @Test
    void whateverGoesWrongRepeatingLaunchesMakesOneMachinePerNode() {
        Seeds.forAll(200, random -> {
            var faulty = new SimulatedCloud(clock, random.nextLong()).faults(SimulatedFaults.all(0.3));
            var caller = new SimulatedNodeProvider(config, faulty);
            LaunchRequest request = Specs.workers(config, "n-1", "n-2", "n-3", "n-4");
            for (int i = 0; i < 20; i++) {
                try {
                    caller.launch(request);
                } catch (ProviderException e) {
                    assertThat(e.kind()).isIn(ProviderException.Kind.THROTTLED, ProviderException.Kind.UNREACHABLE);
                }
            }
            List<String> nodes = faulty.everything().stream()
                    .map(machine -> machine.nodeId().value())
                    .toList();
            assertThat(nodes).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(4);
        });
    }

    @Test
    void theSameSeedGivesTheSameCloud() {
        assertThat(story(7)).isEqualTo(story(7)).isNotEqualTo(story(8));
    }

    private List<String> story(long seed) {
        var faulty = new SimulatedCloud(new FakeClock(), seed).faults(SimulatedFaults.all(0.3));
        var caller = new SimulatedNodeProvider(config, faulty);
        var story = new ArrayList<String>();
        for (int i = 0; i < 30; i++) {
            try {
                story.add(
                        caller.launch(Specs.workers(config, "n-" + i)).created().toString());
            } catch (ProviderException e) {
                story.add(e.problem().code());
            }
        }
        return story;
    }

    private MachineId launch(String id) throws Exception {
        return provider.launch(Specs.workers(config, id)).created().getFirst().id();
    }

    private MachineState state() throws Exception {
        List<Machine> machines = provider.list(Look.USUAL);
        assertThat(machines).hasSize(1);
        return machines.getFirst().state();
    }
}
