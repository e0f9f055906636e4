package io.manta.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.Demand;
import io.manta.spi.ray.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What waits is shown with everything it asks for, and why no type will do. */
class DemandInWordsTest {
    private static LabelSelector with(String key, String... values) {
        return new LabelSelector(List.of(new LabelSelector.Term(key, false, Set.of(values))));
    }

    private static LabelSelector without(String key, String... values) {
        return new LabelSelector(List.of(new LabelSelector.Term(key, true, Set.of(values))));
    }

    private static World types() {
        return World.withHead()
                .type(NodeType.of("us", Resources.of("CPU", 4, "GPU", 1), 0, 9).withLabels(Map.of("region", "us")))
                .type(NodeType.of("asia", World.cpu(8), 0, 9).withLabels(Map.of("region", "asia")));
    }

    private static Plan.Unmet unmet(World world) {
        assertThat(world.plan().unmet()).hasSize(1);
        return world.plan().unmet().getFirst();
    }

    @Test
    void selectorsAndTheOrderOfFallbacksAreShown() {
        var unmet = unmet(types().demand(new Demand.Request(
                World.cpu(1), List.of(with("region", "eu"), with("region", "mars", "moon")), 2)));
        assertThat(unmet.what()).isEqualTo("2 x {CPU: 1} with region=eu, or else region in (mars, moon)");
        assertThat(unmet.permanent()).isTrue();
        assertThat(unmet.reason())
                .isEqualTo("no type has label region=eu; no type has label region in (mars, moon);"
                        + " type us has the resources, but region=us");
    }

    @Test
    void whatEveryTypeHasKeepsOutWhoMustNotHaveIt() {
        var unmet = unmet(World.withHead()
                .type(NodeType.of("w", World.cpu(4), 0, 9).withLabels(Map.of("market", "spot")))
                .demand(new Demand.Request(World.cpu(1), List.of(without("market", "spot")), 1)));
        assertThat(unmet.what()).isEqualTo("1 x {CPU: 1} with market!=spot");
        // The head's type has no such label, but no room either.
        assertThat(unmet.reason()).isEqualTo("needs 1 CPU; no type with market!=spot has any");
    }

    @Test
    void labelsThatNoTypeHasTogetherAreSaidTogether() {
        var both = new LabelSelector(List.of(
                new LabelSelector.Term("region", false, Set.of("us")),
                new LabelSelector.Term("tier", false, Set.of("gold"))));
        var world = types().type(NodeType.of("gold", World.cpu(2), 0, 9).withLabels(Map.of("tier", "gold")))
                .demand(new Demand.Request(World.cpu(1), List.of(both), 1));
        assertThat(unmet(world).reason())
                .isEqualTo("no single type has labels region=us and tier=gold;"
                        + " type us has the resources, but no label tier");
    }

    @Test
    void resourcesAreLookedForAmongTypesWithTheLabels() {
        var world = types().demand(new Demand.Request(Resources.of("GPU", 1), List.of(with("region", "asia")), 1));
        assertThat(unmet(world).reason()).isEqualTo("needs 1 GPU; no type with region=asia has any");
    }

    @Test
    void gangsAreShownWithStrategyAndBundles() {
        var gang = new Demand.Gang(
                "g",
                Demand.Strategy.STRICT_SPREAD,
                List.of(
                        new Demand.Bundle(World.cpu(1), List.of(with("region", "eu"))),
                        new Demand.Bundle(World.cpu(1), List.of(with("region", "eu"))),
                        new Demand.Bundle(Resources.of("GPU", 1), List.of())));
        var world = types();
        world.demand = new Demand(List.of(), List.of(gang), List.of());
        assertThat(unmet(world).what())
                .isEqualTo("placement group g (STRICT_SPREAD, 2 x {CPU: 1} with region=eu, 1 x {GPU: 1})");
    }

    @Test
    void launchesSayWhichLabelsTheyAreFor() {
        var plan = types().demand(new Demand.Request(World.cpu(1), List.of(with("region", "us")), 1))
                .plan();
        assertThat(plan.actions().getFirst().reason())
                .isEqualTo("1 x {CPU: 1} with region=us pending do not fit; adding 1 of type us");
    }
}
