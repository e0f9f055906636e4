package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.Demand.Bundle;
import io.manta.spi.ray.Demand.Request;
import io.manta.spi.ray.Demand.Strategy;
import io.manta.spi.ray.LabelSelector;
import io.manta.spi.ray.LabelSelector.Term;
import io.manta.spi.ray.RayCluster.State;
import io.manta.spi.ray.RayNode.RayStatus;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What real Ray says about nodes and demand: a head without CPUs, one worker with two, and a driver that asks. */
@Tag("ray")
@ExtendWith(SharedRay.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealRayDemandIT {
    private RealRay ray;
    private Driver driver;

    @BeforeAll
    void start(RealRay shared) throws Exception {
        ray = shared;
        ray.startWorker("w1", "zone", "z1");
        driver = ray.startDriver();
    }

    @AfterEach
    void clear() throws Exception {
        driver.run("clear");
        ray.waitFor("no demand left", state -> state.demand().isEmpty());
    }

    @AfterAll
    void end() {
        if (driver != null) {
            driver.close();
        }
    }

    private Demand demand(Predicate<Demand> condition) {
        return ray.waitFor("demand", state -> condition.test(state.demand())).demand();
    }

    @Test
    void readsNodesWithResourcesLabelsAndIdleTime() throws Exception {
        State state = ray.gcs().state();
        assertThat(state.sessionName()).startsWith("session_");
        var worker = ray.waitForNode(
                "w1", n -> n.status() == RayStatus.IDLE && n.idle().toMillis() > 0);
        assertThat(worker.rayId()).hasSize(56);
        assertThat(worker.typeName()).isEqualTo("type-of-w1");
        assertThat(worker.address()).isEqualTo("127.0.0.1");
        assertThat(worker.total().amounts()).containsEntry("CPU", 2L).containsEntry("w1", 1L);
        assertThat(worker.total().units().keySet()).noneMatch(PseudoResources::isPseudo);
        assertThat(worker.available()).isEqualTo(worker.total());
        assertThat(worker.labels()).containsEntry("zone", "z1").containsEntry("ray.io/node-id", worker.rayId());
    }

    @Test
    void seesABusyNode() throws Exception {
        driver.run("on w1 1");
        // Ray tells what keeps a node busy a little later than that it is.
        var worker = ray.waitForNode(
                "w1",
                n -> n.available().get("CPU") == Resources.SCALE
                        && !n.activity().isEmpty());
        assertThat(worker.status()).isEqualTo(RayStatus.RUNNING);
        assertThat(worker.idle()).isZero();
    }

    @Test
    void readsTasksThatNoNodeCanHold() throws Exception {
        driver.run("tasks 5 4");
        var demand = demand(d -> d.requests().stream().mapToLong(Request::count).sum() == 5);
        assertThat(demand.requests()).containsExactly(new Request(Resources.of("CPU", 4), 5));
    }

    @Test
    void readsAnActor() throws Exception {
        driver.run("actor");
        var demand = demand(d -> !d.requests().isEmpty());
        assertThat(demand.requests()).containsExactly(new Request(Resources.of("CPU", 1, "GPU", 8), 1));
    }

    @Test
    void readsLabelSelectors() throws Exception {
        driver.run("where zone in(z8,z9)");
        var either = demand(d -> !d.requests().isEmpty());
        assertThat(either.requests().getFirst().selectors())
                .containsExactly(new LabelSelector(List.of(new Term("zone", false, Set.of("z8", "z9")))));
        clear();
        driver.run("where zone !in(z1)");
        var not = demand(d -> !d.requests().isEmpty());
        assertThat(not.requests().getFirst().selectors())
                .containsExactly(new LabelSelector(List.of(new Term("zone", true, Set.of("z1")))));
    }

    @ParameterizedTest
    @EnumSource
    void readsPlacementGroups(Strategy strategy) throws Exception {
        driver.run("group " + strategy + " 3 2");
        var demand = demand(d -> !d.gangs().isEmpty());
        assertThat(demand.gangs()).singleElement().satisfies(gang -> {
            assertThat(gang.strategy()).isEqualTo(strategy);
            assertThat(gang.id()).matches("[0-9a-f]{36}");
            assertThat(gang.bundles()).hasSize(3).containsOnly(new Bundle(Resources.of("CPU", 2), List.of()));
        });
        assertThat(demand.requests()).isEmpty();
    }

    @Test
    void leavesOutTasksThatWaitInsideTheirPlacementGroup() throws Exception {
        driver.run("crowd");
        // Asked for later, so when it is seen the others were too.
        driver.run("tasks 1 4");
        var demand = demand(d -> !d.requests().isEmpty());
        assertThat(demand.requests()).containsExactly(new Request(Resources.of("CPU", 4), 1));
        var worker = ray.waitForNode("w1", n -> n.available().get("CPU") == Resources.SCALE);
        assertThat(worker.total().units().keySet()).noneMatch(PseudoResources::isPseudo);
        assertThat(worker.total().amounts()).containsEntry("CPU", 2L);
    }

    @Test
    void readsRequestResourcesAsTheFloor() throws Exception {
        driver.run("floor 6 1");
        var demand = demand(d -> !d.floor().isEmpty());
        assertThat(demand.floor()).containsExactly(new Request(Resources.of("CPU", 1), 6));
        assertThat(demand.requests()).isEmpty();
    }
}
