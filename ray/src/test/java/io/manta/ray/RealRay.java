package io.manta.ray;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import io.manta.spi.ray.RayNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A real Ray on this machine for the whole test run: a head without CPUs that listens on loopback only and asks for a
 * token, and no monitor. Needs {@code -Dmanta.ray.python=<python with ray>}; without it the tests that use it are skipped.
 */
final class RealRay implements AutoCloseable {
    static final String TOKEN = "0123456789abcdef".repeat(4);
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final RayProcesses processes;
    private final int port = freePort();
    private final List<Runnable> closers = new ArrayList<>();
    private final GcsRayCluster gcs;

    RealRay(Path python) throws Exception {
        this.processes = new RayProcesses(python, TOKEN);
        this.gcs = GcsRayCluster.connect(address(), Optional.of(TOKEN));
        closers.add(gcs::close);
        try {
            startHead();
        } catch (Exception | AssertionError e) {
            close();
            throw e;
        }
    }

    private void startHead() throws IOException {
        var flags = "start --head --no-monitor --block --disable-usage-stats --include-dashboard=false "
                + "--node-ip-address=127.0.0.1 --num-cpus=0 --memory=500000000 --object-store-memory=80000000 "
                + "--dashboard-agent-listen-port=0 --min-worker-port=0 --max-worker-port=0";
        var command = new ArrayList<>(List.of(flags.split(" ", -1)));
        command.addAll(List.of("--port=" + port, "--ray-client-server-port=" + freePort()));
        command.add("--temp-dir=" + processes.directory("head"));
        // Only the head is told; drivers, workers and `ray status` learn it from the GCS.
        var settings =
                Map.of("RAY_enable_autoscaler_v2", "1", "RAY_gcs_pull_resource_loads_period_milliseconds", "100");
        closers.add(processes.ray("head", command).with(settings).detached()::close);
        waitForNode("head", RayNode::isAlive);
    }

    /** Starts a worker with two CPUs, a resource of its own name and one label, and waits until Ray knows it. */
    RayNode startWorker(String name, String label, String value) throws IOException {
        String spec =
                JSON.std.asString(Map.of("cpus", 2, "resources", Map.of(name, 1), "labels", Map.of(label, value)));
        var directory = processes.directory(name).toString();
        closers.add(
                processes.script(name, "node.py", address(), directory, spec).detached()::close);
        return waitForNode(name, RayNode::isAlive);
    }

    Driver startDriver() throws IOException {
        var driver = new Driver(
                processes.script("driver", "driver.py", clientAddress()).attached());
        closers.add(driver::close);
        return driver;
    }

    /** What {@code ray status -v} prints. */
    String status() throws IOException {
        return processes
                .ray("status", List.of("status", "-v", "--address", clientAddress()))
                .output();
    }

    /** Ray has token authentication since 2.52. */
    boolean asksForTokens() throws IOException {
        String version = processes.ray("version", List.of("--version")).output();
        return Integer.parseInt(version.replaceAll("(?s).*version 2\\.(\\d+)\\..*", "$1")) >= 52;
    }

    /** Ray's own programs turn 127.0.0.1 into the address of a network card, on which a loopback head does not listen. */
    private String clientAddress() {
        return "0.0.0.0:" + port;
    }

    GcsRayCluster gcs() {
        return gcs;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    Path sessionDir() {
        return processes.directory("head").resolve("session_latest");
    }

    /** Polls until the cluster's state is as described, and gives that state. */
    RayCluster.State waitFor(String description, Predicate<RayCluster.State> condition) {
        var last = new RayCluster.State[1];
        Eventually.that(
                PATIENCE,
                () -> {
                    try {
                        last[0] = gcs.state();
                        return condition.test(last[0]);
                    } catch (RayException e) {
                        return false;
                    }
                },
                () -> description + "; last seen: " + last[0] + "; " + processes);
        return last[0];
    }

    RayNode waitForNode(String instanceId, Predicate<RayNode> condition) {
        var state = waitFor(
                "node " + instanceId, s -> node(s, instanceId).filter(condition).isPresent());
        return node(state, instanceId).orElseThrow();
    }

    private static Optional<RayNode> node(RayCluster.State state, String instanceId) {
        return state.nodes().stream()
                .filter(n -> n.instanceId().equals(instanceId))
                .findFirst();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        closers.reversed().forEach(Runnable::run);
        processes.close();
    }
}
