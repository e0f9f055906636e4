package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.SshHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One head and three workers with a real sshd, real Ray and no Java, seen from a client that reaches nothing else. */
@RequiresRay
@Tag("hosts")
class OnPremTest {
    private static final String SPREAD = """
            import ray, socket, time
            ray.init(address="auto", log_to_driver=False)
            @ray.remote(num_cpus=1)
            def where():
                time.sleep(0.2)
                return socket.gethostname()
            names = set()
            for node in [n["NodeID"] for n in ray.nodes() if n["Alive"]]:
                strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node, soft=False)
                names.add(ray.get(where.options(scheduling_strategy=strategy).remote()))
            print("ran on " + " ".join(sorted(names)))
            """;

    @TempDir
    Path directory;

    private SshHosts hosts;
    private MantaProgram manta;

    @BeforeEach
    void makeHosts() {
        Path python = Path.of(System.getProperty("manta.ray.python"));
        Path environment =
                Files.isDirectory(python) ? python : python.resolve("../..").normalize();
        hosts = SshHosts.up(
                "e2e",
                4,
                Map.of(
                        "MANTA_HOSTS_SHOW",
                        environment.toString(),
                        "MANTA_HOSTS_PATH",
                        environment + "/bin",
                        "MANTA_HOSTS_HIDE",
                        "/usr/lib/jvm"));
        manta = new MantaProgram(directory.resolve("home"), hosts.client());
    }

    @AfterEach
    void removeHosts() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private Path yaml(String name, String more) throws IOException {
        String text = """
                cluster_name: %s
                provider:
                  type: local
                  head_ip: %s
                  worker_ips: [%s, %s, %s]
                auth: {ssh_user: ray, ssh_private_key: %s}
                head_start_ray_commands:
                  - ray stop
                  - >-
                    ray start --head --port=6379 --num-cpus=1 --object-store-memory=80000000 --include-dashboard=false
                    --disable-usage-stats --autoscaling-config=~/ray_bootstrap_config.yaml
                worker_start_ray_commands:
                  - ray stop
                  - ray start --address=$RAY_HEAD_IP:6379 --num-cpus=1 --object-store-memory=80000000
                """.formatted(
                        name,
                        hosts.host(1).address(),
                        hosts.host(2).address(),
                        hosts.host(3).address(),
                        hosts.host(4).address(),
                        hosts.key());
        return Files.writeString(directory.resolve(name + ".yaml"), text + more);
    }

    /** Everything on a host but what it had from the beginning. */
    private List<String> processes(int host) {
        return hosts.exec(
                        host,
                        "ps axo args= | grep -v -e '^sshd' -e host-init -e 'sleep 3600' -e '^ps ' -e '^bash -c ps' -e grep")
                .output()
                .lines()
                .toList();
    }

    @Test
    void allHostsJoinWorkRunsOnEachAndDownLeavesNoProcess() throws Exception {
        Files.createDirectories(directory.resolve("data"));
        Files.writeString(directory.resolve("data/greeting"), "hello");
        String yaml = yaml("all", "file_mounts: {~/data/: " + directory.resolve("data") + "/}\n")
                .toString();
        manta.run("up", yaml, "-y").succeeded();
        assertThat(manta.nodes("all", "worker", "running")).hasSize(3);

        Files.writeString(directory.resolve("spread.py"), SPREAD);
        assertThat(manta.run("submit", "all", directory.resolve("spread.py").toString())
                        .succeeded()
                        .out())
                .contains("ran on host1 host2 host3 host4");
        for (int host = 1; host <= 4; host++) {
            assertThat(hosts.exec(host, "cat /home/ray/data/greeting").output()).isEqualTo("hello");
        }

        String raylet = hosts.exec(1, "pgrep -x raylet; pgrep -x gcs_server").output();
        assertThat(manta.run("up", yaml, "-y").succeeded().all()).contains("nothing was touched");
        assertThat(hosts.exec(1, "pgrep -x raylet; pgrep -x gcs_server").output())
                .isEqualTo(raylet);

        assertThat(manta.run("exec", "all", "hostname; exit 7").exitCode()).isEqualTo(7);
        Files.writeString(directory.resolve("up.txt"), "up");
        manta.run("rsync-up", "all", directory.resolve("up.txt").toString(), "~/new/up.txt")
                .succeeded();
        manta.run(
                        "rsync-down",
                        "all",
                        "~/new/up.txt",
                        directory.resolve("down.txt").toString())
                .succeeded();
        assertThat(directory.resolve("down.txt")).hasContent("up");
        assertThat(manta.run("get-worker-ips", "all").out().lines())
                .containsExactlyInAnyOrder(
                        hosts.host(2).address(),
                        hosts.host(3).address(),
                        hosts.host(4).address());

        manta.run("down", "all", "-y").succeeded();
        for (int host = 1; host <= 4; host++) {
            assertThat(processes(host)).as("host %d", host).isEmpty();
            assertThat(hosts.exec(host, "ls /var/tmp/manta").output()).isEqualTo("lock\n");
        }
    }

    @Test
    void hostsThatCannotServeAreNamedWithTheirCauseAndTheOthersJoin() throws Exception {
        hosts.stopSshd(3);
        hosts.exec(4, "rm /home/ray/.ssh/authorized_keys");
        MantaProgram.Run up = manta.run("up", yaml("broken", "").toString(), "-y");
        assertThat(up.exitCode()).isNotZero();
        assertThat(up.all())
                .contains(hosts.host(3).address() + " refuses SSH connections [SSH-REFUSED]")
                .contains(hosts.host(4).address() + " does not let us log in [SSH-AUTH]");
        assertThat(manta.nodes("broken", "worker", "running")).hasSize(1);
        manta.run("down", "broken", "-y").succeeded();
        assertThat(processes(1)).isEmpty();
        assertThat(processes(2)).isEmpty();
    }
}
