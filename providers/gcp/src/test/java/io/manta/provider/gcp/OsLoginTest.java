package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.Reach;
import io.manta.testkit.Specs;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines that ask OS Login whom to let in. */
final class OsLoginTest {
    @Test
    void whereTheProjectHasItTheKeyGoesIntoTheCallersProfileAndOutOfItAgain() throws Exception {
        try (var world = new GcpWorld()) {
            world.arrange("{\"os_login\": true}");
            ClusterConfig config = world.config("login");
            ClusterConfig neighbour = world.config("login-2");
            try (GcpNodeProvider provider = world.open(config, world.newWire());
                    GcpNodeProvider other = world.open(neighbour, world.newWire())) {
                other.prepare(neighbour, Progress.NONE);
                provider.prepare(config, Progress.NONE);
                provider.prepare(config, Progress.NONE);
                Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                        .created()
                        .getFirst();
                assertThat(((Reach.Ssh) provider.reach(head)).user()).isEqualTo(Optional.of("fake-token_example_com"));
                assertThat(world.remains(config))
                        .filteredOn(thing -> thing.startsWith("OS Login key"))
                        .hasSize(1);
                assertThat(keys(provider).names()).hasSize(1);

                provider.terminate(Set.of(head.id()));
                provider.cleanUp();
                assertThat(keys(provider).names()).isEmpty();
                assertThat(keys(other).names())
                        .as("another cluster's key stays")
                        .hasSize(1);
                other.cleanUp();
            }
            assertThat(world.remains(config)).isEmpty();
            assertThat(world.remains(neighbour)).isEmpty();
        }
    }

    private static Holding keys(GcpNodeProvider provider) throws Exception {
        return provider.features().holdings().stream()
                .filter(holding -> holding.kind().equals("SSH keys"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void machinesSayThatTheyHaveItAndCarryNoKeys() throws Exception {
        try (var world = new GcpWorld(Map.of("os_login", true))) {
            ClusterConfig config = world.config("forced");
            var wire = world.newWire();
            try (GcpNodeProvider provider = world.open(config, wire)) {
                provider.prepare(config, Progress.NONE);
                Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                        .created()
                        .getFirst();
                String sent = wire.calls("POST instances").getFirst().body();
                assertThat(sent).contains("enable-oslogin").doesNotContain("ssh-keys");
                provider.terminate(Set.of(head.id()));
                provider.cleanUp();
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }
}
