package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.Specs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A file system that all nodes share. */
final class SharedFilesTest {
    private static List<String> fileSystems(NodeProvider provider) throws Exception {
        return provider.features().holdings().stream()
                .filter(holding -> holding.kind().equals("file systems"))
                .flatMap(holding -> holding.names().stream())
                .toList();
    }

    @Test
    void itIsMadeOnceMountedByNodesAndItsDataOutlivesTheCluster() throws Exception {
        try (var world = new AwsWorld(Map.of("efs", "/data"))) {
            ClusterConfig config = world.config("efs");
            FaultyWire proxy = world.proxy();
            NodeProvider provider = world.open(config, proxy);
            assertThat(provider.features().outlook(config).things())
                    .filteredOn(thing -> thing.kind().equals("file system"))
                    .extracting(Outlook.Thing::change)
                    .containsExactly(Outlook.Change.CREATE);
            provider.prepare(config, Progress.NONE);
            List<String> made = fileSystems(provider);
            assertThat(made).hasSize(1);
            provider.prepare(config, Progress.NONE);
            assertThat(fileSystems(provider)).isEqualTo(made);
            assertThat(proxy.calls("POST /2015-02-01/mount-targets"))
                    .as("one for each zone, and none again")
                    .hasSize(4)
                    .allSatisfy(call -> assertThat(call.body()).contains("sg-"));

            Machine machine =
                    provider.launch(Specs.workers(config, "n-1")).created().getFirst();
            assertThat(provider.features().hostCommands(machine))
                    .singleElement()
                    .satisfies(command -> assertThat(command.script())
                            .contains(made.getFirst() + ".efs.us-west-2.amazonaws.com:/", "mountpoint -q '/data'"));
            provider.terminate(Set.of(machine.id()));
            provider.cleanUp();
            assertThat(world.remains(config))
                    .as("its mount targets held the group")
                    .isEmpty();
            assertThat(provider.features().holdings())
                    .filteredOn(holding -> holding.kind().equals("file systems"))
                    .extracting(Holding::note)
                    .singleElement()
                    .asString()
                    .contains("kept", "aws efs delete-file-system --file-system-id " + made.getFirst());

            ClusterConfig ending = config.withProvider(new io.manta.spi.model.ProviderSettings(
                    "aws", with(config, Map.of("mount", "/data", "on_down", "remove"))));
            NodeProvider last = world.open(ending);
            last.prepare(ending, Progress.NONE);
            assertThat(fileSystems(last)).as("found again").isEqualTo(made);
            last.cleanUp();
            assertThat(fileSystems(last)).isEmpty();
        }
    }

    private static Map<String, Object> with(ClusterConfig config, Map<String, Object> efs) {
        var settings = new java.util.LinkedHashMap<>(config.provider().settings());
        settings.put("efs", efs);
        return settings;
    }

    @Test
    void oneThatIsGivenIsUsedAndNeverRemoved() throws Exception {
        try (var world = new AwsWorld(Map.of("efs", Map.of("mount", "/data")))) {
            ClusterConfig theirs = world.config("theirs");
            NodeProvider owner = world.open(theirs);
            owner.prepare(theirs, Progress.NONE);
            String id = fileSystems(owner).getFirst();

            ClusterConfig guest = world.config("guest");
            guest = guest.withProvider(new io.manta.spi.model.ProviderSettings(
                    "aws", with(guest, Map.of("file_system_id", id, "on_down", "remove"))));
            NodeProvider provider = world.open(guest);
            provider.prepare(guest, Progress.NONE);
            provider.cleanUp();
            assertThat(world.remains(guest)).isEmpty();
            assertThat(fileSystems(owner)).containsExactly(id);
            ClusterConfig ending = theirs.withProvider(
                    new io.manta.spi.model.ProviderSettings("aws", with(theirs, Map.of("on_down", "remove"))));
            world.open(ending).cleanUp();

            ClusterConfig wrong = world.config("wrong");
            ClusterConfig missing = wrong.withProvider(new io.manta.spi.model.ProviderSettings(
                    "aws", with(wrong, Map.of("file_system_id", "fs-00000000"))));
            NodeProvider failing = world.open(missing);
            assertThatThrownBy(() -> failing.prepare(missing, Progress.NONE))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.problem().code()).isEqualTo("AWS-EFS"));
            world.open(wrong.withProvider(
                            new io.manta.spi.model.ProviderSettings("aws", with(wrong, Map.of("on_down", "remove")))))
                    .cleanUp();
        }
    }
}
