package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.testkit.Configs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code doctor} and {@code plan} find, without changing anything. */
final class CheckTest {
    private GcpWorld world;

    @BeforeEach
    void open() throws Exception {
        world = new GcpWorld();
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Preflight examine(ClusterConfig config) throws Exception {
        Preflight found = world.open(config, world.newWire()).check(config, Depth.THOROUGH);
        assertThat(world.remains(config)).isEmpty();
        return found;
    }

    private static List<String> codes(Preflight preflight) {
        return preflight.problems().stream()
                .filter(Problem::isError)
                .map(Problem::code)
                .toList();
    }

    private static Problem problem(Preflight preflight, String code) {
        return preflight.problems().stream()
                .filter(p -> p.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProjectThatIsReadyHasALineForEverything() throws Exception {
        Preflight found = examine(world.config("ready"));

        assertThat(found.isClean()).as(found.toString()).isTrue();
        assertThat(found.findings())
                .extracting(Preflight.Finding::subject)
                .contains(
                        "credentials",
                        "project",
                        "API",
                        "permissions",
                        "subnet",
                        "image",
                        "firewall",
                        "service account",
                        "SSH key",
                        "machine type",
                        "quota");
        // The default network comes with a door that is open to all.
        assertThat(problem(found, "GCP-SSH-OPEN").fix())
                .contains("gcloud compute firewall-rules delete default-allow-ssh");
    }

    @Test
    void anApiThatIsNotEnabledComesWithTheCommandThatEnablesIt() throws Exception {
        world.arrange("{\"disabled\": [\"compute.googleapis.com\"]}");
        assertThat(problem(examine(world.config("disabled")), "GCP-API-DISABLED")
                        .fix())
                .contains("gcloud services enable compute.googleapis.com --project test-project");
    }

    @Test
    void missingPermissionsAreNamed() throws Exception {
        world.arrange("{\"denied\": [\"compute.instances.create\", \"compute.firewalls.create\"]}");
        Problem problem = problem(examine(world.config("denied")), "GCP-DENIED");
        assertThat(problem.why()).isEqualTo("compute.instances.create, compute.firewalls.create");
    }

    @Test
    void machineTypesImagesAndArchitecturesAreLookedAt() throws Exception {
        ClusterConfig config = world.config("wrong");
        assertThat(codes(examine(GcpWorld.withWorkers(config, Map.of("machineType", "a2-highgpu-1g")))))
                .containsExactly("GCP-MACHINE-TYPE");
        Map<String, Object> disk = Map.of(
                "boot",
                true,
                "initializeParams",
                Map.of("sourceImage", "projects/debian-cloud/global/images/family/debian-1"));
        assertThat(codes(examine(GcpWorld.withWorkers(config, Map.of("disks", List.of(disk))))))
                .containsExactly("GCP-NO-IMAGE");
        Map<String, Object> debian = Map.of(
                "boot",
                true,
                "initializeParams",
                Map.of("sourceImage", "projects/debian-cloud/global/images/family/debian-12"));
        assertThat(codes(examine(GcpWorld.withWorkers(
                        config, Map.of("machineType", "t2a-standard-4", "disks", List.of(debian))))))
                .containsExactly("GCP-ARCHITECTURE");
    }

    @Test
    void quotasOfProcessorsAndGpusAreCompared() throws Exception {
        world.arrange("{\"quota\": {\"us-west1/CPUS\": 8}}");
        ClusterConfig gpus = GcpWorld.withWorkers(
                world.config("quota"),
                Map.of(
                        "machineType",
                        "n1-standard-4",
                        "guestAccelerators",
                        List.of(Map.of("acceleratorType", "nvidia-tesla-t4", "acceleratorCount", 1))));
        assertThat(examine(gpus).problems())
                .filteredOn(p -> p.code().equals("GCP-QUOTA"))
                .extracting(Problem::what)
                .anyMatch(what -> what.contains("CPUS: 42 at most, 8 left"))
                .anyMatch(what -> what.contains("NVIDIA_T4_GPUS: 10 at most, 4 left"));
    }

    @Test
    void osLoginIsNoticed() throws Exception {
        world.arrange("{\"os_login\": true}");
        Preflight found = examine(world.config("login"));
        assertThat(found.isClean()).isTrue();
        assertThat(found.findings())
                .anySatisfy(finding ->
                        assertThat(finding.result()).contains("let in by OS Login as fake-token@example.com"))
                .anySatisfy(finding -> assertThat(finding.result()).contains("oslogin.googleapis.com is enabled"));
        try (var other = new GcpWorld(Map.of("os_login", false))) {
            ClusterConfig off = other.config("off");
            assertThat(problem(other.open(off, other.newWire()).check(off, Depth.THOROUGH), "GCP-OS-LOGIN")
                            .fix())
                    .contains("remove `provider.os_login`");
        }
    }

    @Test
    void aProjectWithoutANetworkSaysHowToMakeOne() throws Exception {
        try (var bare = new GcpWorld(Map.of("project_id", "bare-project"))) {
            ClusterConfig config = bare.config("bare");
            Preflight found = bare.open(config, bare.newWire()).check(config, Depth.QUICK);
            assertThat(codes(found)).containsExactly("GCP-NO-SUBNET");
        }
        try (var missing = new GcpWorld(Map.of("project_id", "missing-project"))) {
            ClusterConfig config = missing.config("missing");
            assertThat(codes(missing.open(config, missing.newWire()).check(config, Depth.THOROUGH)))
                    .containsExactly("GCP-DENIED");
        }
    }

    @Test
    void thePlanNamesWhatIsMadeAndItsPrice() throws Exception {
        ClusterConfig config =
                GcpWorld.withWorkers(world.config("plan"), Map.of("scheduling", Map.of("provisioningModel", "SPOT")));
        Outlook outlook = world.open(config, world.newWire()).features().outlook(config);

        assertThat(world.remains(config)).isEmpty();
        assertThat(outlook.things())
                .filteredOn(thing -> thing.change() == Outlook.Change.CREATE)
                .extracting(Outlook.Thing::kind)
                .containsExactlyInAnyOrder("firewall rules", "service account", "SSH key");
        assertThat(outlook.prices())
                .filteredOn(price -> price.nodeType().equals(Configs.WORKER))
                .singleElement()
                .satisfies(price -> {
                    assertThat(price.machine()).isEqualTo("n1-standard-2");
                    assertThat(price.onDemand().orElseThrow()).isBetween(0.08, 0.11);
                    assertThat(price.hourly().orElseThrow())
                            .isLessThan(price.onDemand().orElseThrow());
                });
        assertThat(outlook.priceSource()).contains("2025");
    }

    @Test
    void whatTheUserLeftOutIsFilledInFromTheMachineType() throws Exception {
        ClusterConfig config = GcpWorld.with(
                world.config("fill"),
                Configs.HEAD,
                Map.of(
                        "machineType",
                        "n2-standard-4",
                        "guestAccelerators",
                        List.of(Map.of("acceleratorType", "nvidia-tesla-t4", "acceleratorCount", 2))));
        ClusterConfig full = world.open(config, world.newWire()).features().complete(config);
        assertThat(full.head().resources().amounts()).containsEntry("CPU", 4L).containsEntry("GPU", 2L);
        assertThat(full.head().resources().amounts()).containsEntry("accelerator_type:T4", 1L);
        assertThat(full.head().labels()).containsEntry("ray.io/accelerator-type", "T4");
        assertThat(full.nodeType(Configs.WORKER).resources().amounts()).containsOnlyKeys("CPU");
        assertThat(full.nodeType(Configs.WORKER).pricePerHour()).isPresent();
    }

    @Test
    void theRightsThatAreNeededCanBeHandedToAnAdministrator() throws Exception {
        ClusterConfig config = world.config("policy");
        Map<String, String> policies =
                world.open(config, world.newWire()).features().policies(config);
        assertThat(policies.get("user")).contains("gcloud iam roles create", "compute.instances.create");
        assertThat(policies.get("head"))
                .contains("roles/compute.instanceAdmin.v1")
                .doesNotContain("compute.admin");
    }
}
