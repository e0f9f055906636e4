package io.manta.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real Kubernetes in namespaces on this machine, made by {@code testkit/kubernetes/cluster}; where it cannot be made the
 * test is skipped and says why. One at a time: other programs that want one wait for the end of this one.
 */
public final class KubernetesCluster implements AutoCloseable {
    /** The image that has real Ray in it, and a shell, rsync and Python. */
    public static final String RAY_IMAGE = "manta/ray:2.60.0";

    private static @Nullable KubernetesCluster shared;

    static final Script SCRIPT = new Script(Script.find("testkit/kubernetes/cluster"), Map.of());

    private static final boolean KEPT = "running".equals(System.getenv("MANTA_KUBERNETES"));

    private final Path kubeconfig;

    private KubernetesCluster(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
    }

    /**
     * Starts it; it ends with {@link #close}, or with this process however that ends. With {@code MANTA_KUBERNETES=running} in the
     * environment, one that a developer keeps is used as it is, and left.
     */
    public static KubernetesCluster up(int nodes) {
        String self = Long.toString(ProcessHandle.current().pid());
        String printed = KEPT
                ? SCRIPT.must("kubeconfig")
                : SCRIPT.must("up", "--wait", "--for", self, "--nodes", Integer.toString(nodes));
        // The last line; before it stands what the script waited for.
        return new KubernetesCluster(
                Path.of(printed.lines().reduce((first, last) -> last).orElseThrow()));
    }

    /** One for all tests of this process, with one node; it ends with the process. */
    public static synchronized KubernetesCluster shared() {
        KubernetesCluster cluster = shared;
        if (cluster == null) {
            cluster = up(1);
            shared = cluster;
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
        }
        return cluster;
    }

    /** The administrator's. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Writes a kubeconfig with the rights of a service account, which is made if it is missing and may do nothing yet. */
    public Path account(String namespace, String name, Path file) {
        try {
            return Files.writeString(file, SCRIPT.must("account", namespace, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the independent client as the administrator; what it printed. */
    public String kubectl(String... arguments) {
        SshHosts.Ended ended = tryKubectl(arguments);
        if (ended.exitCode() != 0) {
            throw new AssertionError("kubectl " + String.join(" ", arguments) + ": " + ended.output());
        }
        return ended.output();
    }

    /** The same, for calls that may fail. */
    public SshHosts.Ended tryKubectl(String... arguments) {
        var all = new ArrayList<String>();
        all.add("kubectl");
        all.addAll(List.of(arguments));
        return SCRIPT.run(all);
    }

    /** Gives manifests to the independent client. */
    public void apply(String manifests) {
        try {
            Path file = Files.createTempFile("manifests", ".yaml");
            try {
                Files.writeString(file, manifests);
                kubectl("apply", "-f", file.toString());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param daemon such as {@code apiserver}, {@code scheduler}, {@code controllers} */
    public void stop(String daemon) {
        SCRIPT.must("stop", daemon);
    }

    public void start(String daemon) {
        SCRIPT.must("start", daemon);
    }

    /** The node dies, as if its power were cut; not the first, which has the control plane. */
    public void kill(int node) {
        SCRIPT.must("kill", Integer.toString(node));
    }

    @Override
    public void close() {
        if (!KEPT) {
            SCRIPT.must("down");
        }
    }
}
