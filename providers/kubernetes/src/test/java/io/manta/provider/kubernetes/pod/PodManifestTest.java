package io.manta.provider.kubernetes.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Resources;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The pod that is sent for a node. */
final class PodManifestTest {
    private static Map<String, Object> yaml(String text) {
        return Manifest.copy(new Yaml().<Object>load(text));
    }

    private static Map<String, Object> sent(NodeRole role, String nodeConfig, Offer offer, Map<String, Object> owner) {
        NodeType type = NodeType.of("t", Resources.NONE, 0, 1).withNodeConfig(yaml(nodeConfig));
        var spec = new NodeSpec(new NodeId("ray-c-x-1"), role, type, Map.of(Tags.NODE_ID, "ray-c-x-1", "long", "a b"));
        return PodManifest.of(
                "c", "ns", spec, offer, "account", Optional.of(owner).filter(o -> !o.isEmpty()));
    }

    @Test
    void theUsersPodIsSentAsItIsWithOurNameAndLabels() {
        Map<String, Object> pod = sent(
                NodeRole.WORKER,
                "{metadata: {generateName: g-, labels: {app: mine}}, spec: {newField: {deep: [1, a]}, restartPolicy: Never}}",
                Offer.plain("t"),
                Map.of("metadata", Map.of("name", "head", "uid", "u-1")));

        assertThat(Manifest.at(pod, "spec"))
                .contains(Map.of("newField", Map.of("deep", List.of(1, "a")), "restartPolicy", "Never"));
        assertThat(Manifest.name(pod)).isEqualTo("ray-c-x-1");
        assertThat(Manifest.at(pod, "metadata", "generateName")).isEmpty();
        assertThat(Manifest.texts(pod, "metadata", "labels"))
                .containsEntry("app", "mine")
                .containsEntry(Tags.CLUSTER, "c")
                .containsEntry(Tags.NODE_ID, "ray-c-x-1")
                .doesNotContainKey("long");
        assertThat(PodTags.read(pod)).containsEntry("long", "a b");
        assertThat(Manifest.maps(pod, "metadata", "ownerReferences").getFirst().get("uid"))
                .isEqualTo("u-1");
    }

    @Test
    void aHeadGetsItsAccountAndWhereItsContainerMayComeBackAlsoItsDaemon() {
        String container = "containers: [{name: ray-node}]";
        Map<String, Object> once =
                sent(NodeRole.HEAD, "{spec: {restartPolicy: Never, " + container + "}}", Offer.plain("t"), Map.of());
        assertThat(Manifest.text(once, "spec", "serviceAccountName")).contains("account");
        assertThat(Manifest.at(once, "spec", "volumes")).isEmpty();

        Map<String, Object> again = sent(
                NodeRole.HEAD,
                "{pod: {spec: {serviceAccountName: mine, " + container + "}}}",
                Offer.plain("t"),
                Map.of());
        assertThat(Manifest.text(again, "spec", "serviceAccountName")).contains("mine");
        Map<?, ?> first = Manifest.maps(again, "spec", "containers").getFirst();
        assertThat(Manifest.at(first, "lifecycle", "postStart", "exec")).isPresent();
        assertThat(Manifest.maps(first, "volumeMounts")).hasSize(1);
    }

    @Test
    void aPoolAddsItsSelectorAndTolerations() {
        String pools = "pools: [{name: spot, spot: true, nodeSelector: {pool: spot}, tolerations: [{key: spot}]}]";
        NodeType type = NodeType.of("t", Resources.NONE, 0, 1).withNodeConfig(yaml("{" + pools + "}"));
        Map<String, Object> pod = sent(
                NodeRole.WORKER,
                "{" + pools + ", spec: {nodeSelector: {disk: ssd}}}",
                Pools.offers(type).getFirst(),
                Map.of());

        assertThat(Manifest.texts(pod, "spec", "nodeSelector")).isEqualTo(Map.of("disk", "ssd", "pool", "spot"));
        assertThat(Manifest.maps(pod, "spec", "tolerations")).hasSize(1);
        assertThat(pod).doesNotContainKey("pools");
    }

    @Test
    void companionsCarryThePodsName() {
        List<Map<String, Object>> found = PodManifest.companions(
                yaml(
                        "{pod: {}, service: {metadata: {name: '${RAY_POD_NAME}-svc'}, spec: {selector: {n: '${RAY_POD_NAME}'}}}}"),
                "p-1");
        assertThat(found).hasSize(1);
        assertThat(Manifest.name(found.getFirst())).isEqualTo("p-1-svc");
        assertThat(Manifest.text(found.getFirst(), "spec", "selector", "n")).contains("p-1");
    }

    @Test
    void namesAreShortUniqueAndTheSameEveryTime() {
        assertThat(PodNames.of("c", new NodeId("ray-c-head-1"))).isEqualTo("ray-c-head-1");
        assertThat(PodNames.of("c", new NodeId("n-1"))).isEqualTo("ray-c-n-1");
        var seen = new HashMap<String, String>();
        for (int i = 0; i < 200; i++) {
            String id = "Some_Long.Name" + "x".repeat(i) + i;
            String name = PodNames.of("c", new NodeId(id));
            assertThat(name).matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?").hasSizeLessThanOrEqualTo(63);
            assertThat(seen.put(name, id)).isNull();
            assertThat(PodNames.of("c", new NodeId(id))).isEqualTo(name);
        }
    }
}
