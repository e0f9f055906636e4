package io.manta.e2e;

import io.manta.testkit.SshHosts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Hosts with a real sshd and real Ray but no Java, and a user's machine that reaches nothing else. Shared by a class's tests. */
final class HostsLab implements AutoCloseable {
    static final String SPREAD = """
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

    final SshHosts hosts;
    final MantaProgram manta;
    final Path directory;

    /** @param more settings of the hosts script */
    HostsLab(String name, int count, Path directory, Map<String, String> more) {
        this.directory = directory;
        this.hosts = hosts(name, count, more);
        this.manta = new MantaProgram(directory.resolve("home"), hosts.client());
    }

    /** Hosts with the Python environment with Ray, but without Java. */
    static SshHosts hosts(String name, int count, Map<String, String> more) {
        var settings = new HashMap<>(more);
        settings.put("MANTA_HOSTS_SHOW", environment().toString());
        settings.put("MANTA_HOSTS_PATH", environment() + "/bin");
        settings.put("MANTA_HOSTS_HIDE", "/usr/lib/jvm");
        return SshHosts.up(name, count, settings);
    }

    /** The Python environment with Ray. */
    static Path environment() {
        Path python = Path.of(System.getProperty("manta.ray.python"));
        return Files.isDirectory(python) ? python : python.resolve("../..").normalize();
    }

    String address(int host) {
        return hosts.host(host).address();
    }

    /** Addresses of a head's workers, for {@code worker_ips}. */
    String addresses(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(this::address).collect(Collectors.joining(", "));
    }

    Path yaml(String name, String workers, String more) {
        String text = """
                cluster_name: %s
                provider: {type: local, head_ip: %s, worker_ips: [%s]}
                auth: {ssh_user: ray, ssh_private_key: %s, inter_node_ssh: true}
                head_start_ray_commands:
                  - ray stop
                  - >-
                    ray start --head --port=6379 --num-cpus=1 --object-store-memory=80000000 --include-dashboard=false
                    --disable-usage-stats --autoscaling-config=~/ray_bootstrap_config.yaml
                worker_start_ray_commands:
                  - ray stop
                  - ray start --address=$RAY_HEAD_IP:6379 --num-cpus=1 --object-store-memory=80000000
                """.formatted(name, address(1), workers, hosts.key());
        return write(name + ".yaml", text + more);
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything on a host but what it had from the beginning. */
    List<String> processes(int host) {
        return hosts.exec(
                        host,
                        "ps axo args= | grep -v -e '^sshd' -e host-init -e 'sleep 3600' -e '^ps ' -e '^bash -c ps' -e grep"
                                // In brackets: on its way out, and only its name is left.
                                + " -e dockerd -e containerd -e '^\\['")
                .output()
                .lines()
                .toList();
    }

    @Override
    public void close() {
        hosts.close();
    }
}
