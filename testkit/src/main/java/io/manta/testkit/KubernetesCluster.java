package io.manta.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A real Kubernetes on this machine, made by {@code testkit/kubernetes/cluster} and gone with this process. Where it cannot be made
 * the test is skipped and says why. One that already runs can be used instead: name its kubeconfig in {@value #GIVEN}.
 */
public final class KubernetesCluster {
    public static final String GIVEN = "MANTA_TEST_KUBECONFIG";

    /** An image with bash, tar and Ray that every node has. */
    public static final String IMAGE = "manta/ray:2.60.0";

    private static final int SKIPPED = 77;
    private static @Nullable KubernetesCluster shared;

    private final Path kubeconfig;

    private KubernetesCluster(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
    }

    /** What a command printed, standard output and error together, and how it ended. */
    public record Ended(int exitCode, String output) {
        public List<String> lines() {
            return output.lines().filter(line -> !line.isBlank()).toList();
        }
    }

    /** One for all tests of this process; it is taken down when the process ends. */
    public static synchronized KubernetesCluster shared() {
        KubernetesCluster cluster = shared;
        if (cluster == null) {
            String given = System.getenv(GIVEN);
            cluster = new KubernetesCluster(given == null ? started() : Path.of(given));
            shared = cluster;
        }
        return cluster;
    }

    private static Path started() {
        String self = Long.toString(ProcessHandle.current().pid());
        Ended ended = script("up", "--wait", "--for", self);
        if (ended.exitCode() == SKIPPED) {
            throw new TestAbortedException("no Kubernetes here: " + ended.output().strip());
        }
        if (ended.exitCode() != 0) {
            throw new IllegalStateException("no Kubernetes: " + ended.output());
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> script("down")));
        return Path.of(script("kubeconfig").output().strip());
    }

    /** The administrator's. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** A kubeconfig with the rights of a service account, which is made when it is not there. */
    public String account(String namespace, String name) {
        Ended ended = script("account", namespace, name);
        if (ended.exitCode() != 0) {
            throw new IllegalStateException(ended.output());
        }
        return ended.output();
    }

    public void restartApi() {
        script("stop", "apiserver");
        script("start", "apiserver");
    }

    /** A client that is not ours, with the administrator's rights. */
    public Ended kubectl(String... arguments) {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(Arrays.asList(arguments));
        return run(command, Map.of("KUBECONFIG", kubeconfig.toString()), "");
    }

    /** The same for manifests on its standard input. */
    public Ended apply(String manifests) {
        return run(
                List.of("kubectl", "apply", "-f", "-"), Map.of("KUBECONFIG", kubeconfig.toString()), manifests);
    }

    private static Ended script(String... arguments) {
        var command = new ArrayList<>(List.of(MotoServer.above("testkit/kubernetes/cluster").toString()));
        command.addAll(Arrays.asList(arguments));
        return run(command, Map.of(), "");
    }

    private static Ended run(List<String> command, Map<String, String> environment, String input) {
        try {
            // Not a pipe: what a script leaves running would keep it open, and the reader waiting.
            Path output = Files.createTempFile("kubernetes", ".out");
            try {
                var builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().close();
                int exitCode = process.waitFor();
                return new Ended(exitCode, Files.readString(output, StandardCharsets.UTF_8));
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
