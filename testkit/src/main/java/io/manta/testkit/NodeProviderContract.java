package io.manta.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every provider must do, one test per rule of docs/provider-contract.md; a provider's tests extend this. */
public abstract class NodeProviderContract {
    private ProviderWorld world;
    private ClusterConfig config;
    private NodeProvider provider;

    /** A fresh, empty one for each test. */
    protected abstract ProviderWorld newWorld() throws Exception;

    @BeforeEach
    final void openWorld() throws Exception {
        world = newWorld();
        config = world.config("alpha");
        provider = prepared(config);
    }

    @AfterEach
    final void closeWorld() throws Exception {
        try {
            takeDown(provider);
        } finally {
            world.close();
        }
    }

    // What machines and money hang on

    /** Unknown is not nothing: a page in between, another server or half an answer must not look like an empty cloud. */
    @Test
    void anAnswerThatCannotBeUnderstoodIsNoEmptyList() throws Exception {
        launch("n-1");
        eventuallyListed("n-1");
        if (world.wire().isEmpty()) {
            return;
        }
        FaultyWire wire = world.wire().get();
        for (String answer :
                List.of("<html><body>Log in, please.</body></html>", "", "{\"kind\": \"other#thing\"}", "[]")) {
            wire.script(call -> new FaultyWire.Act.Answer(200, answer));
            assertUnreachable("list", answer, () -> provider.list(Look.ANEW));
            if (provider.features().inventory().isPresent()) {
                assertUnreachable("holdings", answer, () -> provider.features().holdings());
            }
        }
        wire.script(call -> new FaultyWire.Act.Pass());
        assertThat(provider.list(Look.ANEW)).hasSize(1);
    }

    private static void assertUnreachable(String call, String answer, ThrowingCallable asking) {
        assertThatThrownBy(asking)
                .as("%s that is answered with '%s'", call, answer)
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.UNREACHABLE));
    }

    /** Two clusters of one name are told apart by these. */
    @Test
    void whoseAClusterIsStaysOnItsMachines() throws Exception {
        NodeSpec plain = Specs.worker(config, "n-1");
        var tags = new HashMap<>(plain.tags());
        tags.put(Tags.CLUSTER_ID, "k3j5x9q2ab");
        tags.put(Tags.OWNER, "ann@laptop.example");
        provider.launch(Specs.request(new NodeSpec(plain.id(), plain.role(), plain.type(), tags)));
        eventuallyListed("n-1");
        assertThat(world.open(config).list(Look.ANEW).getFirst().tags())
                .containsEntry(Tags.CLUSTER_ID, "k3j5x9q2ab")
                .containsEntry(Tags.OWNER, "ann@laptop.example");
    }

    // Before there are machines

    @Test
    void checkChangesNothing() throws Exception {
        ClusterConfig untouched = world.config("untouched");
        NodeProvider fresh = world.open(untouched);

        assertThat(fresh.check(untouched, Depth.QUICK).problems())
                .isEqualTo(fresh.check(untouched, Depth.QUICK).problems());

        assertThat(fresh.list(Look.USUAL)).isEmpty();
        assertThat(world.remains(untouched)).isEmpty();
    }

    @Test
    void prepareMayBeRepeated() throws Exception {
        provider.prepare(config, Progress.NONE);
        launch("n-1");
        provider.prepare(config, Progress.NONE);

        assertThat(liveIds()).containsExactly("n-1");
    }

    @Test
    void thereIsAnOfferForEveryNodeType() {
        for (String type : config.nodeTypes().keySet()) {
            assertThat(provider.features().offers(type))
                    .isNotEmpty()
                    .allMatch(offer -> offer.nodeType().equals(type));
        }
    }

    // Launching

    @Test
    void aMachineHasAllItsTagsFromTheFirstMoment() throws Exception {
        NodeSpec spec = Specs.worker(config, "n-1");

        Machine created = provider.launch(Specs.request(spec)).created().getFirst();

        assertThat(created.tags()).containsAllEntriesOf(spec.tags());
        assertThat(eventuallyListed("n-1").tags()).containsAllEntriesOf(spec.tags());
        assertThat(created.nodeId()).isEqualTo(spec.id());
        assertThat(created.type()).isEqualTo(spec.type().name());
    }

    @Test
    void launchingTheSameNodeAgainReturnsTheSameMachine() throws Exception {
        Machine first = launch("n-1");
        Machine again = launch("n-1");
        Machine elsewhere = world.open(config)
                .launch(Specs.workers(config, "n-1"))
                .created()
                .getFirst();

        assertThat(again.id()).isEqualTo(first.id());
        assertThat(elsewhere.id()).isEqualTo(first.id());
        assertThat(liveIds()).containsExactly("n-1");
    }

    @Test
    void askingAgainDoesNotBringBackOldTags() throws Exception {
        Machine machine = launch("n-1");
        provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, "up-to-date")));

        launch("n-1");

        assertThat(eventuallyListed("n-1").tags()).containsEntry(Tags.STATUS, "up-to-date");
    }

    @Test
    void aBatchGivesOneMachinePerNodeAndNoTwoShareAnId() throws Exception {
        LaunchResult result = provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));
        Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                .created()
                .getFirst();

        assertThat(result.shortfall()).isEmpty();
        var ids = new HashSet<>(Set.of(head.id()));
        result.created().forEach(machine -> ids.add(machine.id()));
        assertThat(ids).hasSize(4);
        assertThat(liveIds()).containsExactlyInAnyOrder("h-1", "n-1", "n-2", "n-3");
    }

    @Test
    void manyAskingForTheSameNodeAtOnceGetOneMachine() throws Exception {
        List<MachineId> answers = atOnce(8, i -> {
            NodeProvider own = i % 2 == 0 ? provider : world.open(config);
            return own.launch(Specs.workers(config, "n-1")).created().getFirst().id();
        });

        assertThat(Set.copyOf(answers)).hasSize(1);
        assertThat(liveIds()).containsExactly("n-1");
    }

    @Test
    void manyLaunchingDifferentNodesAtOnceAllSucceed() throws Exception {
        atOnce(8, i -> provider.launch(Specs.workers(config, "n-" + i)));

        assertThat(liveIds())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 8).mapToObj(i -> "n-" + i).toList());
    }

    @Test
    void fewerMachinesThanAskedForIsAValue() throws Exception {
        var request = world.requestThatFallsShort(config);
        assumeTrue(request.isPresent(), "not applicable: this provider cannot be made to fall short");

        LaunchResult result = provider.launch(request.get());

        NodeSpec first = request.get().nodes().getFirst();
        assertThat(result.created()).extracting(Machine::nodeId).containsExactly(first.id());
        assertThat(result.shortfall())
                .hasValueSatisfying(e -> assertThat(e.problem().what()).isNotBlank());
        assertThat(liveIds()).containsExactly(first.id().value());
    }

    @Test
    void aMachineBecomesReadyAndReachable() throws Exception {
        launch("n-1");

        Machine ready = eventually(
                        "n-1 runs", list -> list.stream().anyMatch(m -> m.state() == Machine.MachineState.RUNNING))
                .getFirst();

        assertThat(ready.internalAddress()).isPresent();
        assertThat(provider.reach(ready)).isNotNull();
    }

    // Listing and tagging

    @Test
    void everyInstanceSeesTheSameMachines() throws Exception {
        launch("n-1");
        NodeProvider other = world.open(config);
        other.launch(Specs.workers(config, "n-2"));

        assertThat(liveIds()).containsExactlyInAnyOrder("n-1", "n-2");
        assertThat(live(other)).containsExactlyInAnyOrder("n-1", "n-2");
    }

    @Test
    void tagsAreMergedAndKept() throws Exception {
        Machine machine = launch("n-1");
        eventuallyListed("n-1");

        provider.tag(Map.of(machine.id(), Map.of("colour", "red", Tags.STATUS, "setting-up")));
        provider.tag(Map.of(machine.id(), Map.of(Tags.STATUS, "up-to-date")));

        Machine seen = world.open(config).list(Look.USUAL).getFirst();
        assertThat(seen.tags())
                .containsEntry("colour", "red")
                .containsEntry(Tags.STATUS, "up-to-date")
                .containsEntry(Tags.NODE_ID, "n-1");
    }

    @Test
    void tagsWrittenAtOnceAreAllKept() throws Exception {
        MachineId id = launch("n-1").id();
        eventuallyListed("n-1");

        atOnce(8, i -> {
            NodeProvider own = i % 2 == 0 ? provider : world.open(config);
            own.tag(Map.of(id, Map.of("tag-" + i, "v")));
            return i;
        });

        assertThat(provider.list(Look.USUAL).getFirst().tags().keySet())
                .containsAll(IntStream.range(0, 8).mapToObj(i -> "tag-" + i).toList());
    }

    @Test
    void tagsForAMachineThatIsNotThereAreIgnored() throws Exception {
        MachineId known = launch("n-1").id();
        eventuallyListed("n-1");

        provider.tag(Map.of(new MachineId("no-such-machine"), Map.of("a", "b"), known, Map.of("a", "b")));

        assertThat(liveIds()).containsExactly("n-1");
        assertThat(provider.list(Look.USUAL).getFirst().tags()).containsEntry("a", "b");
    }

    // Ending

    @Test
    void aTerminatedMachineIsNeverLiveAgainAndGoesAway() throws Exception {
        MachineId id = launch("n-1").id();
        launch("n-2");
        eventuallyListed("n-1");

        provider.terminate(Set.of(id));

        assertThat(liveIds()).containsExactly("n-2");
        eventually("n-1 is gone", list -> list.stream().noneMatch(m -> m.id().equals(id)));
        assertThat(liveIds()).containsExactly("n-2");
    }

    @Test
    void terminatingWhatIsNotThereOrAlreadyEndingSucceeds() throws Exception {
        MachineId id = launch("n-1").id();
        eventuallyListed("n-1");

        provider.terminate(Set.of());
        provider.terminate(Set.of(new MachineId("no-such-machine"), id));
        provider.terminate(Set.of(id));
        world.open(config).terminate(Set.of(id));

        eventually("nothing is left", List::isEmpty);
        provider.terminate(Set.of(id));
    }

    @Test
    void manyTerminatingAtOnceDoNotDisturbEachOther() throws Exception {
        atOnce(6, i -> provider.launch(Specs.workers(config, "n-" + i)));
        List<MachineId> ids =
                provider.list(Look.USUAL).stream().map(Machine::id).toList();

        atOnce(12, i -> {
            NodeProvider own = i % 2 == 0 ? provider : world.open(config);
            own.terminate(Set.of(ids.get(i / 2)));
            return own.list(Look.USUAL);
        });

        eventually("nothing is left", List::isEmpty);
    }

    // Dying half way

    @Test
    void aLaunchThatDiedIsEitherInvisibleOrCompleteAndCanBeRepeated() throws Exception {
        NodeSpec spec = Specs.worker(config, "n-1");
        world.dieLaunching(config, spec);
        NodeProvider next = world.open(config);

        assertThat(next.list(Look.USUAL))
                .allMatch(machine ->
                        machine.tags().entrySet().containsAll(spec.tags().entrySet()));
        Machine machine = next.launch(Specs.request(spec)).created().getFirst();

        assertThat(machine.tags()).containsAllEntriesOf(spec.tags());
        assertThat(live(next)).containsExactly("n-1");
    }

    @Test
    void aLaunchThatDiedLeavesNothingAfterCleaningUp() throws Exception {
        world.dieLaunching(config, Specs.worker(config, "n-1"));

        takeDown(world.open(config));

        assertThat(world.remains(config)).isEmpty();
    }

    @Test
    void aTerminationThatDiedIsCompletedByTheNextToLook() throws Exception {
        Machine machine = launch("n-1");
        eventuallyListed("n-1");
        world.dieTerminating(config, machine.id().value());

        provider = world.open(config);

        assertThat(liveIds()).isEmpty();
        eventually("nothing is left", List::isEmpty);
    }

    // Neighbours and cleaning up

    @Test
    void clustersDoNotSeeOrTouchEachOther() throws Exception {
        ClusterConfig neighbours = world.config("beta");
        NodeProvider neighbour = prepared(neighbours);
        neighbour.launch(Specs.workers(neighbours, "b-1"));
        MachineId mine = launch("n-1").id();

        assertThat(liveIds()).containsExactly("n-1");
        assertThat(live(neighbour)).containsExactly("b-1");

        neighbour.terminate(Set.of(mine));
        assertThat(liveIds()).containsExactly("n-1");
        takeDown(provider);
        assertThat(live(neighbour)).containsExactly("b-1");

        takeDown(neighbour);
        assertThat(world.remains(neighbours)).isEmpty();
        assertThat(world.remains(config)).isEmpty();
    }

    @Test
    void cleaningUpRemovesEverythingAndMayBeRepeated() throws Exception {
        launch("n-1");

        takeDown(provider);
        provider.cleanUp();

        assertThat(world.remains(config)).isEmpty();
        provider = prepared(config);
        launch("n-2");
        assertThat(liveIds()).containsExactly("n-2");
    }

    // All together

    @Test
    void anyOrderOfCallsByAnyInstanceLeavesWhatWasAskedFor() throws Exception {
        Seeds.forAll(world.seeds(), random -> {
            var model = new RandomCalls(config, provider, () -> world.open(config), random);
            model.run(25);
            eventually(
                    "machines are as asked for",
                    list -> list.stream().filter(Machine::isLive).count()
                            == model.expected().size());
            assertThat(provider.list(Look.USUAL))
                    .filteredOn(Machine::isLive)
                    .allSatisfy(machine -> assertThat(machine.tags())
                            .containsAllEntriesOf(model.expected().get(machine.nodeId())));
            provider.terminate(
                    provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
            eventually("nothing is left", List::isEmpty);
        });
    }

    // Words of the tests

    private NodeProvider prepared(ClusterConfig cluster) throws Exception {
        NodeProvider opened = world.open(cluster);
        opened.prepare(cluster, Progress.NONE);
        return opened;
    }

    private Machine launch(String id) throws Exception {
        return provider.launch(Specs.workers(config, id)).created().getFirst();
    }

    private Machine eventuallyListed(String nodeId) throws Exception {
        return eventually(
                        nodeId + " is listed",
                        list -> list.stream().anyMatch(m -> m.nodeId().equals(new NodeId(nodeId))))
                .stream()
                .filter(m -> m.nodeId().equals(new NodeId(nodeId)))
                .findFirst()
                .orElseThrow();
    }

    private List<Machine> eventually(String what, Predicate<List<Machine>> condition) throws Exception {
        return eventually(provider, what, condition);
    }

    private List<Machine> eventually(NodeProvider asked, String what, Predicate<List<Machine>> condition)
            throws Exception {
        return Eventually.eventually(
                world.patience(),
                what,
                () -> {
                    world.pass();
                    return asked.list(Look.USUAL);
                },
                condition);
    }

    private List<String> liveIds() throws Exception {
        return live(provider);
    }

    private static List<String> live(NodeProvider asked) throws Exception {
        return asked.list(Look.USUAL).stream()
                .filter(Machine::isLive)
                .map(machine -> machine.nodeId().value())
                .toList();
    }

    private void takeDown(NodeProvider cluster) throws Exception {
        cluster.terminate(cluster.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
        eventually(cluster, "nothing is left", List::isEmpty);
        cluster.cleanUp();
    }

    private static <T> List<T> atOnce(int count, AtOnce.Part<T> part) throws Exception {
        return AtOnce.run(count, part);
    }
}
