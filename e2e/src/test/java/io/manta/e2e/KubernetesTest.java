package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.KubernetesCluster;
import io.manta.testkit.RequiresKubernetes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pods with real Ray on a real Kubernetes, from nothing to nothing, by a user who may do no more than the printed policy says. */
@RequiresKubernetes
class KubernetesTest {
    private static final String NAMESPACE = "e2e";
    private static final String KINDS = "pods,services,ingresses,rolebindings,roles,serviceaccounts";
    private static final String WAIT = "trap : TERM INT; sleep infinity & wait;";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    static Path directory;

    private static KubernetesCluster cluster;
    private static MantaProgram manta;

    @BeforeAll
    static void makeAUserWithFewRights() throws IOException {
        cluster = KubernetesCluster.shared();
        cluster.tryKubectl("create", "namespace", NAMESPACE);
        Path user = cluster.account(NAMESPACE, "tester", directory.resolve("user.kubeconfig"));
        manta = new MantaProgram(directory.resolve("home"), List.of("env", "KUBECONFIG=" + user));
        String policy = manta.run("doctor", yaml("policy", "", WAIT, "1Gi"), "--policy")
                .succeeded()
                .out();
        for (String document : policy.split("(?m)^---$", -1)) {
            if (document.contains("ray-user")) {
                cluster.apply(document.replaceAll(
                                "apiGroup: rbac.authorization.k8s.io\n(\\s+)kind: User", "kind: ServiceAccount")
                        .replace("name: CHANGE-ME", "name: tester"));
            }
        }
    }

    @AfterEach
    void leaveNothing() {
        manta.downAll();
    }

    /** A 0-CPU head and 1-CPU workers that leave after six idle seconds. */
    private static String yaml(String name, String extra, String command, String memory) {
        String text = """
                cluster_name: %1$s
                provider: {type: kubernetes, namespace: %2$s, use_internal_ips: true}
                max_workers: 2
                idle_timeout_minutes: 0.1
                head_node_type: head
                available_node_types:
                  head:
                    resources: {CPU: 0}
                    node_config: &pod
                      spec:
                        restartPolicy: Never
                        terminationGracePeriodSeconds: 1
                        volumes: [{name: dshm, emptyDir: {medium: Memory}}]
                        containers:
                          - name: ray-node
                            image: %3$s
                            command: ["/bin/bash", "-c", "--"]
                            args: ["%4$s"]
                            volumeMounts: [{name: dshm, mountPath: /dev/shm}]
                            resources: {requests: {cpu: 50m, memory: 64Mi}, limits: {memory: %5$s}}
                  worker: {max_workers: 2, resources: {CPU: 1}, node_config: *pod}
                %6$s
                """.formatted(name, NAMESPACE, KubernetesCluster.RAY_IMAGE, command, memory, extra);
        return write(name + ".yaml", text).toString();
    }

    private static Path write(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the independent client sees them. */
    private static List<String> pods(String selector) {
        return cluster.kubectl(
                        "-n", NAMESPACE, "get", "pods", "-l", selector, "-o", "jsonpath={.items[*].metadata.name}")
                .strip()
                .transform(names -> names.isEmpty() ? List.of() : List.of(names.split(" ", -1)));
    }

    @Test
    void aClusterGrowsWorksIsRepairedShrinksAndGoes() throws Exception {
        write("data/keep.txt", "kept");
        write("data/skip.pyc", "skipped");
        String yaml = yaml(
                "kube",
                "file_mounts: {~/data/: " + directory.resolve("data") + "/}\nrsync_exclude: ['*.pyc']",
                WAIT,
                "2Gi");
        Process killed = manta.start("up", yaml, "-y", "--disable-usage-stats");
        MantaProgram.await(
                "the head's pod is there",
                PATIENCE,
                () -> !pods("ray-node-type=head").isEmpty());
        Stream.concat(killed.descendants(), Stream.of(killed.toHandle())).forEach(ProcessHandle::destroyForcibly);
        manta.run("up", yaml, "-y", "--disable-usage-stats").succeeded();
        assertThat(pods("ray-cluster-name=kube,ray-node-status=up-to-date")).hasSize(1);

        String work = """
                import ray, socket, time
                ray.init(address="auto", log_to_driver=False)
                @ray.remote(num_cpus=1)
                def where():
                    time.sleep(3)
                    return socket.gethostname()
                print("ran on", len(set(ray.get([where.remote() for _ in range(4)]))))
                from ray.autoscaler.sdk import request_resources
                request_resources(num_cpus=2)
                """;
        assertThat(manta.run("submit", "kube", write("work.py", work).toString())
                        .succeeded()
                        .out())
                .contains("ran on 2");
        workersAreOwnedAndReplaced();
        terminalAndPortsAndFiles();

        manta.run(
                        "exec",
                        "kube",
                        "python3 -c 'import ray; ray.init(address=\"auto\"); from ray.autoscaler.sdk import"
                                + " request_resources; request_resources(num_cpus=0)'")
                .succeeded();
        MantaProgram.await(
                "all workers are gone",
                PATIENCE,
                () -> pods("ray-node-type=worker").isEmpty());
        String down = manta.run("down", "kube", "-y").succeeded().all();
        assertThat(down).contains("nothing is left").containsPattern("rolebindings +0");
        assertThat(cluster.kubectl("-n", NAMESPACE, "get", KINDS, "-l", "ray-cluster-name", "-o", "name"))
                .doesNotContain("/");
    }

    private static void workersAreOwnedAndReplaced() {
        List<String> before = pods("ray-node-type=worker");
        String owner = cluster.kubectl(
                "-n", NAMESPACE, "get", "pod", before.getFirst(), "-o", "jsonpath={.metadata.ownerReferences[0].name}");
        assertThat(pods("ray-node-type=head")).containsExactly(owner.strip());
        cluster.kubectl("-n", NAMESPACE, "delete", "pod", before.getFirst(), "--grace-period=0", "--force");
        MantaProgram.await("the killed worker is replaced", PATIENCE, () -> {
            var now = new ArrayList<>(pods("ray-node-type=worker,ray-node-status=up-to-date"));
            now.removeAll(before);
            return now.size() == 1;
        });
    }

    private static void terminalAndPortsAndFiles() throws Exception {
        assertThat(attach()).contains("first True", "second True", "interrupted 130", "exit 7");
        Path kept = directory.resolve("back/keep.txt");
        assertThat(manta.run("exec", "kube", "ls data; exit 5").out()).isEqualTo("keep.txt\n");
        assertThat(manta.run("exec", "kube", "exit 5").exitCode()).isEqualTo(5);
        manta.run("rsync-down", "kube", "~/data/", directory.resolve("back") + "/")
                .succeeded();
        assertThat(kept).hasContent("kept");

        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Process forwarding = manta.start(
                "exec",
                "kube",
                "cd data && exec python3 -m http.server " + port + " --bind 127.0.0.1",
                "-p",
                "" + port);
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/keep.txt"))
                .timeout(Duration.ofSeconds(10))
                .build();
        MantaProgram.await("the forwarded port answers", PATIENCE, () -> {
            try {
                return http.send(request, HttpResponse.BodyHandlers.ofString())
                        .body()
                        .equals("kept");
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        // Ctrl-C here ends what runs there.
        ProcessHandle java = Stream.concat(forwarding.descendants(), Stream.of(forwarding.toHandle()))
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .findFirst()
                .orElseThrow();
        new ProcessBuilder("kill", "-INT", Long.toString(java.pid())).start().waitFor();
        forwarding.waitFor();
        MantaProgram.await(
                "the server there has ended",
                PATIENCE,
                () -> !manta.run("exec", "kube", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '")
                        .out()
                        .contains("http.server " + port));
    }

    private static String attach() throws Exception {
        try (InputStream script = KubernetesTest.class.getResourceAsStream("attach.py")) {
            Path file = directory.resolve("attach.py");
            Files.write(file, Objects.requireNonNull(script).readAllBytes());
            var builder = new ProcessBuilder(
                            "python3",
                            file.toString(),
                            MantaProgram.repository().resolve("manta").toString(),
                            "attach",
                            "kube")
                    .redirectErrorStream(true);
            builder.environment().put("MANTA_HOME", manta.home().toString());
            builder.environment()
                    .put("KUBECONFIG", directory.resolve("user.kubeconfig").toString());
            builder.environment().put("TERM", "xterm");
            Process process = builder.start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return printed;
        }
    }

    @Test
    void anImageThatIsNotThereAndMemoryThatRunsOutAreExplained() {
        String image = yaml("badimage", "", WAIT, "1Gi");
        try {
            Files.writeString(
                    Path.of(image),
                    Files.readString(Path.of(image)).replace(KubernetesCluster.RAY_IMAGE, "nobody.example/ray:1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        MantaProgram.Run up = manta.run("up", image, "-y");
        assertThat(up.exitCode()).isEqualTo(1);
        assertThat(up.all()).contains("KUBE-IMAGE", "nobody.example/ray:1");
        manta.run("down", "badimage", "-y").succeeded();

        String memory = yaml("toolarge", "", "exec python3 -c 'x = bytearray(10**9)'", "64Mi");
        MantaProgram.Run small = manta.run("up", memory, "-y");
        assertThat(small.exitCode()).isEqualTo(1);
        assertThat(small.all()).contains("KUBE-OOM", "64Mi");
        manta.run("down", "toolarge", "-y").succeeded();
    }
}
