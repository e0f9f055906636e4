package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.gcp.api.Doc;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.Specs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a node type's settings become on the wire. */
final class RequestTest {
    /** Launches one worker, or several, and returns what was sent; the fake has checked it against Google's documents. */
    private static Doc sent(Map<String, Object> nodeConfig, Map<String, Object> settings, String... ids)
            throws Exception {
        try (var world = new GcpWorld(settings)) {
            FaultyWire wire = world.newWire();
            ClusterConfig config = GcpWorld.withWorkers(world.config("request"), nodeConfig);
            try (GcpNodeProvider provider = world.open(config, wire)) {
                provider.prepare(config, Progress.NONE);
                provider.launch(Specs.workers(config, ids));
                provider.terminate(
                        provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
                provider.cleanUp();
            }
            String name = ids.length == 1 ? "POST instances" : "POST instances/bulkInsert";
            Doc body = Doc.of(JSON.std.anyFrom(wire.calls(name).getFirst().body()));
            return ids.length == 1 ? body : body.doc("instanceProperties");
        }
    }

    private static Map<String, String> metadata(Doc instance) {
        return instance.doc("metadata").docs("items").stream()
                .collect(Collectors.toMap(item -> item.text("key"), item -> item.text("value")));
    }

    @Test
    void aPlainNodeTypeGetsWhatMachinesNeedAndNothingOpen() throws Exception {
        Doc instance = sent(Map.of(), Map.of(), "n-1");

        assertThat(instance.text("machineType")).isEqualTo("zones/us-west1-a/machineTypes/n1-standard-2");
        assertThat(instance.doc("shieldedInstanceConfig").map())
                .containsEntry("enableSecureBoot", true)
                .containsEntry("enableVtpm", true)
                .containsEntry("enableIntegrityMonitoring", true);
        assertThat(instance.has("serviceAccounts")).isFalse();
        assertThat(metadata(instance))
                .containsEntry("block-project-ssh-keys", "TRUE")
                .containsEntry("enable-oslogin", "FALSE")
                .hasEntrySatisfying("ssh-keys", keys -> assertThat(keys).startsWith("ubuntu:ssh-ed25519 "));
        assertThat(instance.doc("tags").words("items"))
                .singleElement()
                .asString()
                .startsWith("manta-request-");
        assertThat(instance.docs("disks")).singleElement().satisfies(disk -> {
            assertThat(disk.flag("autoDelete")).isTrue();
            assertThat(disk.doc("initializeParams").text("sourceImage")).contains("ubuntu-2404-lts-amd64");
            assertThat(disk.doc("initializeParams").number("diskSizeGb")).isEqualTo(50);
        });
        assertThat(instance.docs("networkInterfaces").getFirst().docs("accessConfigs"))
                .hasSize(1);
    }

    @Test
    void whatTheUserWroteStaysAsItIs() throws Exception {
        Doc instance = sent(
                Map.of(
                        "machineType",
                        "n2-standard-4",
                        "labels",
                        Map.of("team", "blue"),
                        "minCpuPlatform",
                        "Intel Ice Lake",
                        "advancedMachineFeatures",
                        Map.of("threadsPerCore", 1),
                        "tags",
                        Map.of("items", List.of("web")),
                        "metadata",
                        Map.of(
                                "items",
                                List.of(
                                        Map.of("key", "startup-script", "value", "true"),
                                        Map.of("key", "ssh-keys", "value", "me:ssh-rsa A")))),
                Map.of("use_internal_ips", true),
                "n-1");

        assertThat(instance.texts("labels")).containsEntry("team", "blue").containsEntry("manta-node-id", "n-1");
        assertThat(instance.text("minCpuPlatform")).isEqualTo("Intel Ice Lake");
        assertThat(instance.doc("advancedMachineFeatures").map()).containsEntry("threadsPerCore", 1);
        assertThat(instance.doc("tags").words("items")).hasSize(2).contains("web");
        assertThat(metadata(instance))
                .containsEntry("startup-script", "true")
                .hasEntrySatisfying(
                        "ssh-keys", keys -> assertThat(keys).contains("me:ssh-rsa A", "\nubuntu:ssh-ed25519"));
        assertThat(instance.docs("networkInterfaces").getFirst().has("accessConfigs"))
                .isFalse();
    }

    @Test
    void aFieldThatNobodyKnowsIsSentAndGooglesRefusalIsTold() throws Exception {
        try (var world = new GcpWorld()) {
            FaultyWire wire = world.newWire();
            ClusterConfig config =
                    GcpWorld.withWorkers(world.config("newer"), Map.of("fieldOfTomorrow", Map.of("a", 1)));
            try (GcpNodeProvider provider = world.open(config, wire)) {
                provider.prepare(config, Progress.NONE);
                assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                ProviderException.class, () -> provider.launch(Specs.workers(config, "n-1", "n-2"))))
                        .satisfies(e -> {
                            assertThat(e.kind()).isEqualTo(ProviderException.Kind.INVALID);
                            assertThat(e.problem().why()).contains("Unknown name \"fieldOfTomorrow\"");
                        });
                assertThat(wire.calls("POST instances").getFirst().body()).contains("\"fieldOfTomorrow\":{\"a\":1}");
                provider.cleanUp();
            }
        }
    }

    @Test
    void raysListOfSchedulingBecomesAnObjectAndPreemptedMachinesGoAway() throws Exception {
        Doc instance = sent(Map.of("scheduling", List.of(Map.of("preemptible", true))), Map.of(), "n-1", "n-2");

        assertThat(instance.doc("scheduling").map())
                .containsEntry("preemptible", true)
                .containsEntry("provisioningModel", "SPOT")
                .containsEntry("instanceTerminationAction", "DELETE")
                .containsEntry("automaticRestart", false);
        assertThat(instance.text("machineType")).isEqualTo("n1-standard-2");
    }

    @Test
    void machinesWithGpusAreNotMigratedAndBootWithoutSecureBoot() throws Exception {
        Map<String, Object> gpu = Map.of(
                "machineType",
                "n1-standard-4",
                "guestAccelerators",
                List.of(Map.of("acceleratorType", "nvidia-tesla-t4", "acceleratorCount", 1)));
        Doc one = sent(gpu, Map.of(), "n-1");
        assertThat(one.docs("guestAccelerators").getFirst().text("acceleratorType"))
                .isEqualTo("projects/test-project/zones/us-west1-a/acceleratorTypes/nvidia-tesla-t4");
        assertThat(one.doc("scheduling").map()).containsEntry("onHostMaintenance", "TERMINATE");
        assertThat(one.doc("shieldedInstanceConfig").map()).containsEntry("enableSecureBoot", false);

        Doc many = sent(gpu, Map.of(), "n-1", "n-2");
        assertThat(many.docs("guestAccelerators").getFirst().text("acceleratorType"))
                .isEqualTo("nvidia-tesla-t4");
    }

    @Test
    void aTemplatesOwnTagsLabelsAndMetadataAreKept() throws Exception {
        try (var world = new GcpWorld()) {
            world.arrange(
                    "{\"templates\": {\"small\": {\"name\": \"small\", \"properties\": {\"machineType\": \"e2-standard-2\","
                            + " \"labels\": {\"from\": \"template\"}, \"tags\": {\"items\": [\"theirs\"]},"
                            + " \"metadata\": {\"items\": [{\"key\": \"k\", \"value\": \"v\"}]},"
                            + " \"networkInterfaces\": [{\"network\": \"global/networks/default\"}],"
                            + " \"disks\": [{\"boot\": true, \"autoDelete\": true, \"initializeParams\":"
                            + " {\"sourceImage\": \"projects/debian-cloud/global/images/family/debian-12\"}}]}}}}");
            FaultyWire wire = world.newWire();
            ClusterConfig config = GcpWorld.withWorkers(
                    world.config("template"), Map.of("sourceInstanceTemplate", "global/instanceTemplates/small"));
            try (GcpNodeProvider provider = world.open(config, wire)) {
                provider.prepare(config, Progress.NONE);
                provider.launch(Specs.workers(config, "n-1"));
                provider.launch(Specs.workers(config, "n-2", "n-3"));
                assertThat(provider.list(Look.USUAL))
                        .hasSize(3)
                        .allMatch(m -> m.offer().orElseThrow().variant().equals("e2-standard-2"));
                provider.terminate(
                        provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
                provider.cleanUp();
            }
            Doc body = Doc.of(
                    JSON.std.anyFrom(wire.calls("POST instances").getFirst().body()));
            assertThat(body.texts("labels")).containsEntry("from", "template");
            assertThat(body.doc("tags").words("items")).contains("theirs").hasSize(2);
            assertThat(metadata(body)).containsEntry("k", "v").containsKey("ssh-keys");
            assertThat(body.has("disks")).isFalse();
        }
    }

    @Test
    void theHeadHasAnAccountWithOneRoleAndWorkersHaveNone() throws Exception {
        try (var world = new GcpWorld()) {
            FaultyWire wire = world.newWire();
            ClusterConfig config = world.config("roles");
            try (GcpNodeProvider provider = world.open(config, wire)) {
                provider.prepare(config, Progress.NONE);
                provider.launch(Specs.request(Specs.head(config, "h-1")));
                String head = wire.calls("POST instances").getFirst().body();
                assertThat(head).contains("@test-project.iam.gserviceaccount.com", "auth/cloud-platform");
                assertThat(provider.features().holdings())
                        .filteredOn(holding -> holding.kind().equals("role bindings"))
                        .singleElement()
                        .satisfies(holding ->
                                assertThat(holding.names()).containsExactly("roles/compute.instanceAdmin.v1"));
                provider.terminate(
                        provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
                provider.cleanUp();
            }
        }
    }

    @Test
    void namesThatLabelsCannotHoldComeBackAsTheyWere() throws Exception {
        try (var world = new GcpWorld()) {
            ClusterConfig config = world.config("labels");
            NodeType odd = config.nodeType(Configs.WORKER);
            var types = new LinkedHashMap<>(config.nodeTypes());
            types.put("ray.Worker_Ä", NodeType.of("ray.Worker_Ä", odd.resources(), 0, 5));
            types.remove(Configs.WORKER);
            ClusterConfig changed = config.withNodeTypes(types);
            try (var provider = world.open(changed, world.newWire())) {
                provider.prepare(changed, Progress.NONE);
                provider.launch(Specs.workers(changed, "n-1", "n-2"));
                assertThat(provider.list(Look.USUAL))
                        .hasSize(2)
                        .allMatch(m -> m.type().equals("ray.Worker_Ä"));
                provider.terminate(
                        provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
                provider.cleanUp();
            }
        }
    }
}
