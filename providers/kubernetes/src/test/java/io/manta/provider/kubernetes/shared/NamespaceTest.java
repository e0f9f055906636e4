package io.manta.provider.kubernetes.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.kubernetes.KubernetesSettings;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Wire;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A namespace that Manta made goes with its last cluster, unless somebody has put something into it. */
final class NamespaceTest {
    private static final String SPACE = "/api/v1/namespaces/mine";

    /** An API server that only has what it is given. */
    private static final class Server implements Wire {
        final Map<String, String> things = new HashMap<>();
        final List<String> deleted = new ArrayList<>();

        @Override
        public Answer send(Request request) {
            String path = request.path().replaceAll("\\?.*", "");
            if (request.method().equals("DELETE")) {
                deleted.add(path);
                return new Answer(200, "{\"kind\": \"Status\"}", Optional.empty());
            }
            boolean ours = request.path().contains("labelSelector=ray-cluster-name") && !path.endsWith("/pods");
            String none = "{\"kind\": \"List\", \"items\": []}";
            String body = ours ? none : things.getOrDefault(path, none);
            return new Answer(200, body, Optional.empty());
        }

        @Override
        public InputStream follow(String path) throws IOException {
            throw new IOException("not here");
        }

        @Override
        public WebSocket open(String path, String protocol, WebSocket.Listener listener) throws IOException {
            throw new IOException("not here");
        }

        @Override
        public void close() {}
    }

    private final Server server = new Server();
    private final ClusterInventory inventory = new ClusterInventory(
            new KubernetesSettings(
                    "c", "mine", Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of(), List.of()),
            new KubeApi(server, new KubeApi.Patience(Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ZERO)));

    NamespaceTest() {
        server.things.put(
                SPACE,
                "{\"kind\": \"Namespace\", \"metadata\": {\"name\": \"mine\", \"annotations\": {\"" + Foundation.MADE
                        + "\": \"c\"}}}");
        server.things.put(
                "/api/v1",
                "{\"kind\": \"APIResourceList\", \"resources\": [" + kind("secrets") + "," + kind("configmaps") + ","
                        + kind("serviceaccounts") + "," + kind("persistentvolumeclaims") + "]}");
        server.things.put(
                "/apis",
                "{\"kind\": \"APIGroupList\", \"groups\": [{\"name\": \"networking.k8s.io\", \"preferredVersion\":"
                        + " {\"groupVersion\": \"networking.k8s.io/v1\"}}, {\"name\": \"x.example\","
                        + " \"preferredVersion\": {\"groupVersion\": \"x.example/v1\"}}]}");
        server.things.put(
                "/apis/networking.k8s.io/v1",
                "{\"kind\": \"APIResourceList\", \"resources\": [" + kind("networkpolicies") + "]}");
        server.things.put(
                "/apis/x.example/v1", "{\"kind\": \"APIResourceList\", \"resources\": [" + kind("things") + "]}");
        server.things.put(SPACE + "/configmaps", list("kube-root-ca.crt"));
        server.things.put(SPACE + "/serviceaccounts", list("default"));
    }

    private static String kind(String plural) {
        return "{\"name\": \"" + plural + "\", \"namespaced\": true, \"verbs\": [\"get\", \"list\"]}";
    }

    private static String list(String name) {
        return "{\"kind\": \"List\", \"items\": [{\"metadata\": {\"name\": \"" + name + "\", \"uid\": \"u-" + name
                + "\"}}]}";
    }

    @Test
    void anEmptyOneGoes() throws Exception {
        inventory.remove();
        assertThat(server.deleted).containsExactly(SPACE);
    }

    @Test
    void whateverSomebodyElseHasThereKeepsIt() throws Exception {
        for (String where : List.of(
                SPACE + "/persistentvolumeclaims",
                SPACE + "/secrets",
                "/apis/networking.k8s.io/v1/namespaces/mine/networkpolicies",
                "/apis/x.example/v1/namespaces/mine/things")) {
            server.things.put(where, list("default"));
            inventory.remove();
            assertThat(server.deleted).as(where).isEmpty();
            server.things.remove(where);
        }
        inventory.remove();
        assertThat(server.deleted).containsExactly(SPACE);
    }

    @Test
    void aListThatIsNoneIsNoEmptyList() {
        server.things.put("/api/v1/namespaces/mine/pods", "{\"login\": \"please\"}");
        assertThatThrownBy(inventory::holdings)
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.kind()).isEqualTo(ProviderException.Kind.UNREACHABLE));
    }
}
