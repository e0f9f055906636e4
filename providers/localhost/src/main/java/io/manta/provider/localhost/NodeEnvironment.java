package io.manta.provider.localhost;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The environment of every command on a node: where things are, and what keeps Ray on loopback behind a token.
 *
 * @param python the interpreter that has Ray; {@code ray} lies beside it
 * @param token the file with the cluster's token
 * @param head the ports of the cluster's head, once there is one
 * @param dashboard whether the head should run Ray's dashboard
 * @param memoryShare bytes that a node may claim when its type does not say
 * @param accelerators those of the machine, of which a node sees what its record holds
 * @param starts where starting nodes wait for each other
 * @param startSlots how many start at the same time
 */
record NodeEnvironment(
        Path python,
        Path token,
        Optional<HeadPorts> head,
        long memoryShare,
        boolean dashboard,
        Accelerators accelerators,
        Path starts,
        int startSlots) {
    private static final String CUDA = "CUDA_VISIBLE_DEVICES";
    private static final String CUDA_ORDER = "CUDA_DEVICE_ORDER";

    Map<String, String> of(MachineDirectory machine, MachineRecord record) {
        var out = new LinkedHashMap<String, String>();
        Path pythonBin = python.getParent();
        out.put("HOME", machine.home().toString());
        out.put(
                "PATH",
                machine.bin() + ":" + (pythonBin == null ? "" : pythonBin + ":")
                        + Optional.ofNullable(System.getenv("PATH")).orElse("/usr/local/bin:/usr/bin:/bin"));
        out.put(ProcessTable.MARK, machine.path().toString());
        out.put("MANTA_USER_HOME", System.getProperty("user.home", ""));
        out.put("MANTA_SESSIONS", machine.sessions().toString());
        out.put("MANTA_PYTHON", python.toString());
        out.put("MANTA_RAY", python.resolveSibling("ray").toString());
        out.put("MANTA_RAY_TEMP", record.rayTemp());
        out.put("MANTA_WORKER_NODE", machine.workerScript().toString());
        out.put("MANTA_STOP_RAY", machine.stopScript().toString());
        out.put("MANTA_DASHBOARD", Boolean.toString(dashboard));
        out.put("MANTA_MEMORY_SHARE", Long.toString(memoryShare));
        head.ifPresent(ports -> {
            out.put("MANTA_GCS_PORT", Integer.toString(ports.gcs()));
            out.put("MANTA_DASHBOARD_PORT", Integer.toString(ports.dashboard()));
            out.put("MANTA_CLIENT_PORT", Integer.toString(ports.client()));
            // Ray rewrites 127.0.0.1 to the address of a network card, on which nobody listens; 0.0.0.0 it leaves
            // alone.
            out.put("RAY_ADDRESS", "0.0.0.0:" + ports.gcs());
            out.put("RAY_API_SERVER_ADDRESS", "http://127.0.0.1:" + ports.dashboard());
        });
        // Makes Ray's servers stay on 127.0.0.1 instead of moving to that address.
        out.put("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0");
        out.put("RAY_AUTH_MODE", "token");
        out.put("RAY_AUTH_TOKEN_PATH", token.toString());
        out.put("RAY_enable_autoscaler_v2", "1");
        out.put("RAY_gcs_pull_resource_loads_period_milliseconds", "100");
        out.put("RAY_USAGE_STATS_ENABLED", "0");
        out.put("MANTA_STARTS", starts.toString());
        out.put("MANTA_START_SLOTS", Integer.toString(startSlots));
        record.accelerators().ifPresent(held -> show(held, out));
        // A tmux of the user's own would run commands in its environment, not in the node's, and outlive the node.
        out.put("TMUX_TMPDIR", record.rayTemp());
        out.put("TMUX", "");
        return out;
    }

    /** Nothing of a family that the node holds nothing of: Ray would count all of it on every node. */
    private void show(Map<String, List<Accelerator>> held, Map<String, String> out) {
        for (AcceleratorFamily family : accelerators.families()) {
            String ids = held.getOrDefault(family.resource(), List.of()).stream()
                    .map(Accelerator::id)
                    .collect(Collectors.joining(","));
            if (!family.variable().isEmpty()) {
                out.put(family.variable(), ids);
            }
            if (family.variable().equals(CUDA) && System.getenv(CUDA_ORDER) == null) {
                // Ray counts cards in the order of their slots; CUDA would put the fastest first.
                out.put(CUDA_ORDER, "PCI_BUS_ID");
            }
        }
    }
}
