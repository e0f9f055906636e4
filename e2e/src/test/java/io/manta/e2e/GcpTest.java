package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.Eventually;
import io.manta.testkit.GcpServer;
import io.manta.testkit.SshHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program, a fake Google Cloud, hosts with a real sshd as instances, and real Ray on them. The head has no
 * credentials but those of its service account, told by its metadata server, and may do what its role allows.
 */
@RequiresRay
@Tag("hosts")
class GcpTest {
    private static final String SWITCH = "10.77.0.1";
    private static final String METADATA = "169.254.169.254";

    @TempDir
    Path directory;

    private SshHosts hosts;
    private GcpServer google;
    private BootedHosts instances;
    private MantaProgram manta;

    @BeforeEach
    void makeCloud() throws Exception {
        hosts = HostsLab.hosts("gcp", 4, Map.of());
        var address = new ArrayList<>(hosts.client());
        address.addAll(List.of("ip", "addr", "add", METADATA + "/32", "dev", "bridge"));
        assertThat(new ProcessBuilder(address).start().waitFor()).isZero();
        google = GcpServer.start(
                hosts.client(), SWITCH, Map.of("GCP_METADATA", METADATA, "GCP_STATE", "{\"delay\": 0.5}"), log());
        manta = new MantaProgram(directory.resolve("home"), hosts.client());
        instances = new BootedHosts(hosts, BootedHosts.gcp(google.endpoint().toString(), METADATA));
    }

    @AfterEach
    void removeCloud() {
        if (instances != null) {
            instances.close();
        }
        if (google != null) {
            google.close();
        }
        if (hosts != null) {
            hosts.close();
        }
    }

    private Path log() {
        return directory.resolve("calls.jsonl");
    }

    private Path yaml(String name, int min) throws IOException {
        String text = """
                cluster_name: %s
                max_workers: 3
                provider:
                  type: gcp
                  project_id: test-project
                  region: us-west1
                  availability_zone: us-west1-a
                  use_internal_ips: true
                  endpoint: %s
                  gcp_credentials: {type: credentials_token, credentials: fake-token}
                auth: {ssh_user: ray}
                head_node_type: head
                available_node_types:
                  head:
                    resources: {CPU: 0}
                    node_config: {machineType: n1-standard-2}
                  worker:
                    resources: {CPU: 1}
                    min_workers: %d
                    max_workers: 3
                    node_config: {machineType: n1-standard-2, scheduling: [{preemptible: true}]}
                """.formatted(name, google.endpoint(), min);
        return Files.writeString(directory.resolve(name + ".yaml"), text + CloudHosts.RAY);
    }

    private Map<String, Long> tally() throws IOException {
        return CloudHosts.tally(log());
    }

    // Ray's own word.
    private static final String HOW_NODES_ENDED =
            "python -c 'import ray; from ray.core.generated import common_pb2; ray.init(address=\"auto\", log_to_driver=False);"
                    + " [print(\"ended:\", common_pb2.NodeDeathInfo.Reason.Name(n[\"DeathReason\"]), n[\"DeathReasonMessage\"])"
                    + " for n in ray.nodes() if not n[\"Alive\"]]'";

    @Test
    void workersJoinTheClusterRestsAPreemptedOneIsReplacedAndDownLeavesNothing() throws Exception {
        String yaml = yaml("cloud", 2).toString();
        MantaProgram.Run up = manta.run("up", yaml, "-y");
        assertThat(up.exitCode()).as("%s\n%s", up.all(), instances.story()).isZero();
        assertThat(manta.nodes("cloud", "worker", "running")).hasSize(2);
        System.out.println("GCP calls of a cold up with 2 workers: " + tally());
        assertThat(tally())
                .containsEntry("compute.instances.insert", 1L)
                .containsEntry("compute.instances.bulkInsert", 1L);
        assertThat(manta.run("up", yaml, "-y").succeeded().all()).contains("nothing was touched");

        assertThat(manta.run("exec", "cloud", "grep -rlsF fake-token ~ /tmp || echo none")
                        .succeeded()
                        .out())
                .as("no credential of the user is on the head")
                .contains("none");

        assertThat(manta.run("stop", "cloud", "-y").succeeded().all()).contains("is stopped: 1 machine", "a month");
        manta.run("start", "cloud").succeeded();
        assertThat(manta.nodes("cloud", "worker", "running")).hasSize(2);

        String taken = preempt();
        Eventually.eventually(
                Duration.ofMinutes(2),
                "another worker comes for " + taken,
                () -> tally().getOrDefault("compute.instances.insert", 0L) == 2L
                        && manta.nodes("cloud", "worker", "running").size() == 2);
        assertThat(manta.run("exec", "cloud", HOW_NODES_ENDED).succeeded().out())
                .as("it was drained, not lost")
                .contains("ended: AUTOSCALER_DRAIN_PREEMPTED");

        MantaProgram.Run down = manta.run("down", "cloud", "-y").succeeded();
        assertThat(down.out())
                .containsPattern("instances +0")
                .containsPattern("service accounts +0")
                .containsPattern("role bindings +0")
                .containsPattern("disks +0")
                .containsPattern("firewall rules +0");
        assertThat(manta.run("down", yaml, "-y").succeeded().all()).contains("nothing to do");
    }

    /** Google takes a worker back, with a quarter of a minute's notice. */
    private String preempt() throws Exception {
        String name = String.valueOf(
                manta.nodes("cloud", "worker", "running").getFirst().get("id"));
        control("{\"preempt\": [\"" + name + "\"], \"notice\": 15}");
        return name;
    }

    /** The fake listens in the hosts' network only. */
    private void control(String json) throws Exception {
        var command = new ArrayList<>(hosts.client());
        command.addAll(List.of(
                GcpServer.python().toString(),
                "-c",
                "import sys, urllib.request; urllib.request.urlopen(sys.argv[1], sys.argv[2].encode())",
                google.endpoint() + "/_fake/control",
                json));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
