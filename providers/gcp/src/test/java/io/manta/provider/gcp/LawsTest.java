package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What would leave machines behind, or touch other people's. */
final class LawsTest {
    private GcpWorld world;
    private FaultyWire wire;
    private ClusterConfig config;

    @BeforeEach
    void open() throws Exception {
        world = new GcpWorld(Map.of());
        wire = world.newWire();
        config = world.config("laws");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Act error(int status, String reason, String message) {
        return new Act.Answer(
                status,
                "{\"error\": {\"code\": " + status + ", \"message\": \"" + message + "\", \"errors\": [{\"reason\": \""
                        + reason + "\", \"message\": \"" + message + "\"}]}}");
    }

    private void takeDown(NodeProvider provider) throws Exception {
        wire.script(call -> new Act.Pass());
        provider.terminate(provider.list(Look.ANEW).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", () -> provider.list(Look.ANEW), List::isEmpty);
        provider.cleanUp();
        assertThat(world.remains(config)).isEmpty();
    }

    @Test
    void operationsThatComeBackAtOnceAreNotAskedAgainAndAgain() throws Exception {
        NodeProvider provider = world.open(config, wire);
        var early = new AtomicInteger();
        wire.script(call -> {
            if (call.name().equals("POST operations/wait") && early.incrementAndGet() <= 8) {
                String self = call.path().replaceAll(".*/compute/v1/(.*)/wait.*", "$1");
                return new Act.Answer(
                        200,
                        "{\"kind\": \"compute#operation\", \"status\": \"RUNNING\", \"selfLink\": \"" + self + "\"}");
            }
            return new Act.Pass();
        });
        long begun = System.nanoTime();
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(early.get()).isGreaterThanOrEqualTo(8);
        assertThat(took).as("each look waits longer than the last").isGreaterThan(Duration.ofMillis(600));
        takeDown(provider);
    }

    @Test
    void podsAreFoundThoughTheFileNamesNoTpusAnyMore() throws Exception {
        ClusterConfig withPods =
                GcpWorld.withWorkers(config, Map.of("acceleratorType", "v2-8", "runtimeVersion", "tpu-vm-base"));
        NodeProvider before = world.open(withPods, wire);
        before.prepare(withPods, Progress.NONE);
        before.launch(Specs.request(Specs.worker(withPods, "n-1")));

        NodeProvider after = world.open(config, wire);
        assertThat(after.list(Look.ANEW)).hasSize(1);
        assertThat(holding(after, "TPUs").names()).hasSize(1);
        assertThat(after.features().clusters()).contains(config.name());
        takeDown(after);
    }

    @Test
    void whatMayNotBeLookedForIsToldAsNotKnown() throws Exception {
        NodeProvider provider = world.open(config, wire);
        provider.prepare(config, Progress.NONE);
        wire.script(call -> call.name().equals("GET locations/nodes")
                ? error(403, "forbidden", "Permission 'tpu.nodes.list' denied on 'projects/p'")
                : new Act.Pass());
        assertThat(provider.list(Look.ANEW)).isEmpty();
        assertThat(holding(provider, "TPUs").note()).contains("not known", "tpu.nodes.list");
        wire.script(call ->
                call.name().equals("GET locations/nodes") ? error(503, "backendError", "busy") : new Act.Pass());
        assertThatThrownBy(() -> provider.list(Look.ANEW))
                .as("did not answer is not none")
                .isInstanceOf(ProviderException.class);
        takeDown(provider);
    }

    private static Holding holding(NodeProvider provider, String kind) throws Exception {
        return provider.features().holdings().stream()
                .filter(holding -> holding.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void marksAreComparedExactly() {
        ClusterConfig here = Configs.small("c", "gcp", Map.of("region", "europe-west1", "project_id", "p"));
        ClusterConfig other = Configs.small("c", "gcp", Map.of("region", "europe-west10", "project_id", "p"));
        var mine = new Owned(GcpSettings.of(here));
        var theirs = new Owned(GcpSettings.of(other));
        assertThat(mine.isOurs(new Doc(Map.of("description", mine.mark())))).isTrue();
        assertThat(mine.isOurs(new Doc(Map.of("description", theirs.mark())))).isFalse();
        assertThat(mine.isOurs(new Doc(Map.of("description", "not " + mine.mark() + "0"))))
                .isFalse();
    }

    @Test
    void aMachineThatGoogleRefusesToEndIsTold() throws Exception {
        NodeProvider provider = world.open(config, wire);
        provider.prepare(config, Progress.NONE);
        Machine head = provider.launch(Specs.request(Specs.head(config, "h-1")))
                .created()
                .getFirst();
        wire.script(call -> call.name().equals("DELETE instances")
                ? error(400, "invalidUsage", "Resource cannot be deleted if it's protected against deletion.")
                : new Act.Pass());
        assertThatThrownBy(() -> provider.terminate(Set.of(head.id())))
                .isInstanceOfSatisfying(ProviderException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.INVALID);
                    assertThat(e.problem().code()).isEqualTo("GCP-PROTECTED");
                    assertThat(e.problem().fix())
                            .contains("--no-deletion-protection", head.id().value());
                });
        assertThat(provider.list(Look.ANEW))
                .as("it is not taken for ended")
                .allMatch(Machine::isLive)
                .hasSize(1);
        takeDown(provider);
    }

    @Test
    void aFirewallOperationThatFailsIsTriedAgain() throws Exception {
        NodeProvider provider = world.open(config, wire);
        var failures = new AtomicInteger();
        wire.script(call -> call.name().equals("POST firewalls") && failures.incrementAndGet() == 1
                ? new Act.Answer(
                        200,
                        "{\"kind\": \"compute#operation\", \"status\": \"DONE\", \"httpErrorStatusCode\": 503,"
                                + " \"error\": {\"errors\": [{\"code\": \"INTERNAL_ERROR\", \"message\": \"oops\"}]}}")
                : new Act.Pass());
        provider.prepare(config, Progress.NONE);
        assertThat(provider.launch(Specs.request(Specs.head(config, "h-1"))).created())
                .hasSize(1);
        assertThat(holding(provider, "firewall rules").names()).hasSize(2);
        takeDown(provider);
    }

    @Test
    void refusalsNameThePermissionTheProjectTheBillOrTheQuota() throws Exception {
        assertThat(launching(error(
                        403,
                        "forbidden",
                        "Permission 'iam.serviceAccounts.create' denied on resource (or it may" + " not exist).")))
                .satisfies(e -> {
                    assertThat(e.problem().what()).contains("iam.serviceAccounts.create");
                    assertThat(e.problem().fix()).doesNotContain("project_id");
                });
        assertThat(launching(error(403, "accessNotConfigured2", "This API method requires billing to be enabled.")))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo("GCP-BILLING"));
        assertThat(launching(
                        error(429, "RESOURCE_EXHAUSTED", "Maximum number of service accounts on project reached.")))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.QUOTA));
        wire.script(call -> new Act.Pass());
        takeDown(world.open(config, wire));
    }

    private ProviderException launching(Act refusal) throws Exception {
        wire.script(call -> call.name().equals("POST serviceAccounts") ? refusal : new Act.Pass());
        NodeProvider provider = world.open(config, wire);
        try {
            provider.prepare(config, Progress.NONE);
        } catch (ProviderException e) {
            return e;
        }
        throw new AssertionError("nothing was refused");
    }
}
