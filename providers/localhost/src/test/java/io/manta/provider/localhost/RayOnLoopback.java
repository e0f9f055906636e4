package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.remote.process.ProcessCommandRunner;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A cluster with real Ray, driven through the provider and the process runner alone. */
final class RayOnLoopback implements AutoCloseable {
    static final String PYTHON_PROPERTY = "manta.ray.python";
    static final Duration LIMIT = Duration.ofMinutes(3);

    private static final String START_HEAD = "ray stop; ray start --head --port=$MANTA_GCS_PORT"
            + " --node-ip-address=127.0.0.1 --temp-dir=$MANTA_RAY_TEMP --dashboard-host=127.0.0.1"
            + " --dashboard-port=$MANTA_DASHBOARD_PORT --ray-client-server-port=$MANTA_CLIENT_PORT"
            + " --dashboard-agent-listen-port=0 --disable-usage-stats --no-monitor";
    private static final String START_WORKER = "python $MANTA_WORKER_NODE";

    final ClusterConfig config;
    final Path stateDir;
    final LocalhostNodeProvider provider;

    RayOnLoopback(String name, Path directory) throws Exception {
        config = Configs.small(name, "localhost", Map.of("python", System.getProperty(PYTHON_PROPERTY, "")));
        stateDir = directory.resolve("clusters").resolve(name).resolve("machines");
        provider = reopened();
        provider.prepare(config, Progress.NONE);
    }

    /** Another instance, as another process would have. */
    LocalhostNodeProvider reopened() {
        return new LocalhostNodeProvider(config, stateDir, stateDir.resolveSibling("runtime"));
    }

    Machine launchHead() throws Exception {
        return provider.launch(Specs.request(Specs.head(config, "head")))
                .created()
                .getFirst();
    }

    Machine launchWorker(String id) throws Exception {
        return provider.launch(Specs.workers(config, id)).created().getFirst();
    }

    void start(Machine machine) throws Exception {
        boolean head = machine.id().value().equals("head");
        String resources = "{\"CPU\":1,\"memory\":500000000,\"object_store_memory\":90000000,\"on_"
                + machine.id().value().replace('-', '_') + "\":1}";
        run(
                machine,
                head ? START_HEAD : START_WORKER,
                Map.of(
                        "RAY_OVERRIDE_RESOURCES",
                        resources,
                        "RAY_OVERRIDE_LABELS",
                        "{\"tier\":\"test\"}",
                        "RAY_CLOUD_INSTANCE_ID",
                        machine.id().value(),
                        "RAY_NODE_TYPE_NAME",
                        machine.type()));
    }

    /** Fails with the output when the command does. */
    List<String> run(Machine machine, String script, Map<String, String> environment) throws Exception {
        var lines = new ArrayList<String>();
        CommandResult result = runner(machine)
                .run(Command.of(script).withEnvironment(environment).withTimeout(LIMIT), lines::add);
        assertThat(result.exitCode())
                .as(script + "\n" + String.join("\n", lines))
                .isZero();
        return lines;
    }

    List<String> run(Machine machine, String script) throws Exception {
        return run(machine, script, Map.of());
    }

    ProcessCommandRunner runner(Machine machine) throws Exception {
        return new ProcessCommandRunner((Reach.LocalProcess) provider.reach(machine));
    }

    Set<Long> processes(Machine... machines) {
        return Arrays.stream(machines)
                .flatMap(machine ->
                        LocalhostProcesses.of(stateDir.resolve(machine.id().value())).stream())
                .collect(Collectors.toSet());
    }

    /** Only those of Ray's own, not what a test runs on the node. */
    Set<Long> rayProcesses(Machine machine) throws Exception {
        String temp = rayTemp(machine).toString();
        return processes(machine).stream()
                .filter(pid -> commandLine(pid).contains(temp))
                .collect(Collectors.toSet());
    }

    long processNamed(Machine machine, String part) {
        return processes(machine).stream()
                .filter(pid -> commandLine(pid).split("\0", 2)[0].endsWith(part))
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    Path rayTemp(Machine machine) throws Exception {
        return Path.of(
                ((Reach.LocalProcess) provider.reach(machine)).environment().get("MANTA_RAY_TEMP"));
    }

    /** {@code ray start} does not wait for it on a busy machine. */
    void awaitDashboard(Machine head) throws Exception {
        int port = ports(head).dashboard();
        Eventually.eventually(
                LIMIT, "the dashboard listens", () -> ListeningPorts.now().contains(port));
    }

    private HeadPorts ports(Machine head) throws Exception {
        return new MachineDirectory(stateDir.resolve(head.id().value()))
                .record()
                .flatMap(MachineRecord::ports)
                .orElseThrow();
    }

    void terminateAndWait(Machine... machines) throws Exception {
        var ids = Arrays.stream(machines).map(Machine::id).collect(Collectors.toSet());
        provider.terminate(ids);
        Eventually.eventually(
                Duration.ofSeconds(40),
                "machines are gone",
                () -> provider.list(Look.USUAL),
                list -> list.stream().map(Machine::id).noneMatch(ids::contains));
    }

    /** Whatever a failed test left. */
    @Override
    public void close() {
        try {
            Set<MachineId> all =
                    provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet());
            provider.terminate(all);
            Eventually.eventually(
                    Duration.ofMinutes(1), "nothing is left", () -> provider.list(Look.USUAL), List::isEmpty);
            provider.cleanUp();
        } catch (Exception e) {
            throw new AssertionError("cannot take the cluster down", e);
        }
    }
}
