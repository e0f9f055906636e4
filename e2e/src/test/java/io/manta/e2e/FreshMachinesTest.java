package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.Eventually;
import io.manta.testkit.GcpServer;
import io.manta.testkit.MotoServer;
import io.manta.testkit.SshHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Starter files, and files as Ray's documentation writes them, on machines as they come: no pip, no Ray, nothing prepared. Only
 * addresses, endpoints, keys and counts are the test's.
 */
@RequiresRay
@Tag("hosts")
class FreshMachinesTest {
    private static final String SWITCH = "10.77.0.1";
    private static final String METADATA = "169.254.169.254";

    private static final String BUSY = """
            import ray, socket, time
            ray.init(address="auto", log_to_driver=False)
            @ray.remote(num_cpus=1)
            def where():
                time.sleep(3)
                return socket.gethostname()
            hosts = set()
            while len(hosts) < 3:
                hosts |= set(ray.get([where.remote() for _ in range(40)]))
            print("ran on", *sorted(hosts))
            """;

    /** Two in every run, all of them with {@code -Dmanta.full}. */
    enum File {
        STARTER_SSH("trixie", true),
        DOCUMENTED_AWS("bookworm", true),
        DOCUMENTED_SSH("bookworm", false),
        STARTER_AWS("trixie", false),
        DOCUMENTED_GCP("trixie", false);

        private final String suite;
        private final boolean always;

        File(String suite, boolean always) {
            this.suite = suite;
            this.always = always;
        }
    }

    @TempDir
    Path directory;

    private final List<AutoCloseable> lab = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // each case makes its own
    private SshHosts hosts;

    @SuppressWarnings("NullAway.Init")
    private MantaProgram manta;

    static Stream<File> files() {
        return Arrays.stream(File.values()).filter(file -> file.always || Boolean.getBoolean("manta.full"));
    }

    @ParameterizedTest
    @MethodSource("files")
    void comesUpScalesAndGoesDown(File file) throws Exception {
        hosts = SshHosts.stock("fresh-e2e", 3, file.suite);
        lab.add(hosts);
        manta = new MantaProgram(directory.resolve("home"), hosts.client());
        Path yaml = Files.writeString(directory.resolve("cluster.yaml"), text(file));

        MantaProgram.Run up = manta.run("up", yaml.toString(), "-y", "-n", "fresh");
        assertThat(up.exitCode()).as(up.all()).isZero();
        assertThat(manta.nodes("fresh", "worker", "running")).hasSize(1);

        Path script = ClusterYaml.script(directory, "busy.py", BUSY);
        assertThat(manta.run("submit", "fresh", script.toString()).succeeded().out())
                .contains("ran on host1 host2 host3");
        assertThat(manta.run(
                                "exec",
                                "fresh",
                                "command -v ray; pip --version; pip list 2>/dev/null | grep -ciE 'boto3|google-api-python' || :")
                        .succeeded()
                        .out())
                .as("an environment of Ray's own, with pip, and nothing in it for Manta")
                .contains("/home/ubuntu/.ray-env/bin/ray", "/.ray-env/", "\n0");
        assertThat(manta.run("up", yaml.toString(), "-y", "-n", "fresh")
                        .succeeded()
                        .all())
                .contains("nothing was touched");

        manta.run("down", "fresh", "-y").succeeded();
        for (SshHosts.Host host : hosts.all()) {
            Eventually.eventually(
                    Duration.ofSeconds(20),
                    "nothing of Ray's runs on " + host.name(),
                    () -> hosts.exec(host.number(), "ps ax | grep -c '[r]aylet\\|[g]cs_server'")
                                    .exitCode()
                            != 0);
        }
    }

    @AfterEach
    void remove() throws Exception {
        var failed = new IllegalStateException("not all of the lab could be removed");
        for (AutoCloseable part : lab.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                failed.addSuppressed(e);
            }
        }
        if (failed.getSuppressed().length > 0) {
            throw failed;
        }
    }

    private String text(File file) throws Exception {
        return switch (file) {
            case STARTER_SSH ->
                starter("local")
                        .replace("192.168.1.10", address(1))
                        .replace("192.168.1.11", address(2))
                        .replace("192.168.1.12", address(3))
                        .replaceFirst("# ssh_private_key: \\S+", "ssh_private_key: " + hosts.key())
                        .replace("install_ray:", "min_workers: 1\ninstall_ray:");
            case DOCUMENTED_SSH -> """
                    cluster_name: default
                    min_workers: 1
                    provider: {type: local, head_ip: %s, worker_ips: [%s, %s]}
                    auth: {ssh_user: ubuntu, ssh_private_key: %s}
                    docker: {}
                    setup_commands:
                      - pip install -U "ray[default]==2.60.0"
                    head_start_ray_commands:
                      - ray stop
                      - ulimit -c unlimited && ray start --head --port=6379 --autoscaling-config=~/ray_bootstrap_config.yaml
                    worker_start_ray_commands:
                      - ray stop
                      - ray start --address=$RAY_HEAD_IP:6379
                    """.formatted(address(1), address(2), address(3), hosts.key());
            case DOCUMENTED_AWS -> {
                makeAws();
                yield """
                        cluster_name: aws-example-minimal
                        provider: {type: aws, region: us-west-2, use_internal_ips: true}
                        available_node_types:
                          ray.head.default:
                            resources: {}
                            node_config: {InstanceType: m5.large}
                          ray.worker.default:
                            min_workers: 1
                            max_workers: 2
                            resources: {}
                            node_config: {InstanceType: m5.large}
                        """;
            }
            case STARTER_AWS -> {
                makeAws();
                yield starter("aws")
                        .replace("type: aws", "type: aws\n  use_internal_ips: true")
                        .replace("min_workers: 0 ", "min_workers: 1 ")
                        .replace("max_workers: 10", "max_workers: 2");
            }
            case DOCUMENTED_GCP -> """
                    cluster_name: minimal
                    max_workers: 2
                    provider:
                      type: gcp
                      region: us-west1
                      availability_zone: us-west1-a
                      project_id: null
                      use_internal_ips: true
                      endpoint: %s
                      gcp_credentials: {type: credentials_token, credentials: fake-token}
                    auth: {ssh_user: ubuntu}
                    head_node_type: ray_head_default
                    available_node_types:
                      ray_head_default: {resources: {CPU: 2}, node_config: {machineType: n1-standard-2}}
                      ray_worker_small:
                        min_workers: 1
                        resources: {CPU: 2}
                        node_config: {machineType: n1-standard-2, scheduling: [{preemptible: true}]}
                    """.formatted(makeGcp());
        };
    }

    private String starter(String provider) {
        return manta.run("init", provider, "--file", "-").succeeded().out();
    }

    private String address(int host) {
        return hosts.host(host).address();
    }

    private void makeAws() throws IOException {
        MotoServer moto = MotoServer.start(hosts.client(), SWITCH, directory.resolve("calls.jsonl"));
        lab.add(moto);
        String endpoint = "http://" + SWITCH + ":" + moto.port();
        var prefix = new ArrayList<>(hosts.client());
        prefix.addAll(List.of("env", "AWS_ENDPOINT_URL=" + endpoint, "AWS_ACCESS_KEY_ID=x", "AWS_SECRET_ACCESS_KEY=y"));
        manta = new MantaProgram(directory.resolve("home"), prefix);
        Path clusters = Files.createDirectories(directory.resolve("home/clusters"));
        lab.add(new BootedHosts(hosts, BootedHosts.moto(endpoint, clusters), "ubuntu"));
    }

    private String makeGcp() throws Exception {
        var address = new ArrayList<>(hosts.client());
        address.addAll(List.of("ip", "addr", "add", METADATA + "/32", "dev", "bridge"));
        assertThat(new ProcessBuilder(address).start().waitFor()).isZero();
        GcpServer google = GcpServer.start(
                hosts.client(), SWITCH, Map.of("GCP_METADATA", METADATA), directory.resolve("calls.jsonl"));
        lab.add(google);
        // As gcloud's users have it; the head learns its project from its machine.
        var prefix = new ArrayList<>(hosts.client());
        prefix.addAll(List.of("env", "GOOGLE_CLOUD_PROJECT=test-project"));
        manta = new MantaProgram(directory.resolve("home"), prefix);
        String endpoint = google.endpoint().toString();
        lab.add(new BootedHosts(hosts, BootedHosts.gcp(endpoint, METADATA), "ubuntu"));
        return endpoint;
    }
}
