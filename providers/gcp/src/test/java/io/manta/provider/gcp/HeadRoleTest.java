package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.gcp.api.Doc;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.Progress;
import io.manta.testkit.GcpServer;
import io.manta.testkit.Specs;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the head's service account may do, and what happens to the project's policy. */
final class HeadRoleTest {
    private static final String PROJECT = "projects/" + GcpServer.PROJECT;
    private static final String INSTANCES = "/compute/v1/" + PROJECT + "/zones/" + GcpServer.ZONE + "/instances/";

    /** Asks as whoever has the token; the answer's status and body. */
    private static HttpResponse<String> ask(String token, String verb, String path, @Nullable Object body)
            throws Exception {
        URI uri = URI.create(GcpServer.shared().endpoint() + path);
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            return client.send(
                    HttpRequest.newBuilder(uri)
                            .header("Authorization", "Bearer " + token)
                            .method(
                                    verb,
                                    body == null
                                            ? HttpRequest.BodyPublishers.noBody()
                                            : HttpRequest.BodyPublishers.ofString(JSON.std.asString(body)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static Doc policy() throws Exception {
        Map<String, Object> newest = Map.of("options", Map.of("requestedPolicyVersion", 3));
        return Doc.of(JSON.std.anyFrom(
                ask("admin", "POST", "/v1/" + PROJECT + ":getIamPolicy", newest).body()));
    }

    @Test
    void theHeadCanTouchMachinesOfItsOwnClusterOnly() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig mine = world.config("mine");
            ClusterConfig other = world.config("other");
            try (GcpNodeProvider provider = world.open(mine, world.newWire());
                    GcpNodeProvider neighbour = world.open(other, world.newWire())) {
                provider.prepare(mine, Progress.NONE);
                neighbour.prepare(other, Progress.NONE);
                String own = "ray-" + mine.name() + "-worker-abcdefgh";
                String foreign = "ray-" + other.name() + "-worker-abcdefgh";
                provider.launch(Specs.workers(mine, own));
                neighbour.launch(Specs.workers(other, foreign));

                String token = "sa:" + account(mine);
                assertThat(ask(token, "GET", "/compute/v1/" + PROJECT + "/aggregated/instances", null)
                                .statusCode())
                        .as("it may list")
                        .isEqualTo(200);
                assertThat(ask(token, "DELETE", INSTANCES + foreign, null).statusCode())
                        .isEqualTo(403);
                assertThat(ask(token, "DELETE", INSTANCES + own, null).statusCode())
                        .isEqualTo(200);
                assertThat(provider.features().policies(mine).get("head"))
                        .contains("--condition")
                        .contains("ray-" + mine.name() + "-worker-");

                provider.terminate(Set.of(new MachineId(own)));
                neighbour.terminate(Set.of(new MachineId(foreign)));
                provider.cleanUp();
                assertThat(account(mine)).isEmpty();
                assertThat(account(other)).as("the neighbour keeps its role").isNotEmpty();
                neighbour.cleanUp();
            }
            assertThat(world.remains(mine)).isEmpty();
            assertThat(world.remains(other)).isEmpty();
        }
    }

    /** Who has a role for a cluster's machines. */
    private static String account(ClusterConfig config) throws Exception {
        return policy().docs("bindings").stream()
                .filter(binding ->
                        binding.doc("condition").text("description").contains("manta-cluster=" + config.name() + " "))
                .flatMap(binding -> binding.words("members").stream())
                .map(member -> member.substring(member.indexOf(':') + 1))
                .collect(Collectors.joining());
    }

    @Test
    void whatOthersWriteIntoThePolicyMeanwhileStays() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = world.config("race");
            try (GcpNodeProvider provider = world.open(config, world.newWire())) {
                world.arrange("{\"policy_races\": 2}");
                provider.prepare(config, Progress.NONE);
                assertThat(account(config)).isNotEmpty();
                List<String> others = others();
                assertThat(others).hasSizeGreaterThanOrEqualTo(2);
                provider.prepare(config, Progress.NONE);
                world.arrange("{\"policy_races\": 1}");
                provider.cleanUp();
                assertThat(account(config)).isEmpty();
                assertThat(others()).containsAll(others).hasSize(others.size() + 1);
            }
            assertThat(world.remains(config)).isEmpty();
        }
    }

    private static List<String> others() throws Exception {
        return policy().docs("bindings").stream()
                .filter(binding -> binding.text("role").equals("roles/viewer"))
                .flatMap(binding -> binding.words("members").stream())
                .toList();
    }
}
