package io.manta.core.setup;

import static io.manta.spi.model.NodeStatus.SETTING_UP;
import static io.manta.spi.model.NodeStatus.SYNCING_FILES;
import static io.manta.spi.model.NodeStatus.WAITING_FOR_SSH;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Tags;
import io.manta.spi.remote.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Turns configuration and node into the seven steps, and decides which of them a second {@code up} repeats.
 *
 * <p>Two fingerprints on the machine's tags decide: what set-up did (files, commands, container) and how Ray was started.
 * Nothing changed and Ray running: nothing to do. Only the start changed: only the start. Limits, idle times and other
 * settings that no command sees never touch a running node.
 */
public final class SetupPlans {
    private static final Duration SHELL_DEADLINE = Duration.ofMinutes(15);

    private SetupPlans() {}

    public static SetupPlan forNode(SetupRequest request) {
        Commands commands = Commands.of(request);
        String setupHash = commands.setupHash(request.config());
        String startHash = commands.startHash();
        boolean sameSetup = setupHash.equals(request.tags().get(Tags.SETUP_HASH));
        boolean sameStart = sameSetup && startHash.equals(request.tags().get(Tags.START_HASH));

        boolean setUp = !sameSetup && request.restart() != RestartMode.ONLY_RESTART;
        boolean start = switch (request.restart()) {
            case ONLY_RESTART -> true;
            case NO_START -> false;
            case NEVER -> !request.rayRuns();
            case WHEN_CHANGED -> !sameStart || !request.rayRuns();
        };

        var done = new LinkedHashMap<String, String>();
        done.put(Tags.STATUS, NodeStatus.UP_TO_DATE.tag());
        if (setUp || sameSetup) {
            done.put(Tags.SETUP_HASH, setupHash);
        }
        if (start) {
            done.put(Tags.START_HASH, startHash);
        }
        putIfKnown(done, Tags.CONTENTS_HASH, request.config().files().contentsHash());
        putIfKnown(
                done,
                Tags.RUNTIME_HASH,
                request.isHead()
                        ? request.config().headRuntimeHash()
                        : request.config().workerRuntimeHash());
        return new SetupPlan(steps(request, commands, setUp, start), done, !setUp && !start);
    }

    /** What set-up leaves on such a node, whichever it is: two nodes with the same are alike until Ray is started. */
    public static String fingerprint(SetupRequest request) {
        return Commands.of(request).setupHash(request.config());
    }

    private static void putIfKnown(Map<String, String> tags, String key, String value) {
        if (!value.isEmpty()) {
            tags.put(key, value);
        }
    }

    private static List<SetupStep> steps(SetupRequest request, Commands commands, boolean setUp, boolean start) {
        var files = request.config().files();
        var steps = new ArrayList<SetupStep>();
        steps.add(new SetupStep.WaitForShell(1, "Waiting until commands can be run", WAITING_FOR_SSH, SHELL_DEADLINE));
        steps.add(
                setUp && !files.mounts().isEmpty()
                        ? new SetupStep.SyncFiles(
                                2,
                                "Syncing file mounts",
                                SYNCING_FILES,
                                files.mounts(),
                                files.rsyncExclude(),
                                files.rsyncFilter(),
                                false)
                        : skip(2, setUp ? "No file mounts to sync" : "File mounts are up to date", SYNCING_FILES));
        steps.add(
                setUp && !request.isHead() && !files.clusterSyncedFiles().isEmpty()
                        ? new SetupStep.SyncFiles(
                                3,
                                "Syncing files from the head",
                                SYNCING_FILES,
                                sameOnBothSides(files.clusterSyncedFiles()),
                                files.rsyncExclude(),
                                files.rsyncFilter(),
                                true)
                        : skip(3, "No files of the head to sync", SYNCING_FILES));
        boolean login = request.config().commands().loginShells();
        steps.add(run(
                4,
                "initialization commands",
                setUp,
                scripts(commands.initialization(), login),
                commands.environment(),
                true));
        steps.add(
                commands.docker().isPresent()
                        ? new SetupStep.StartContainer(5, "Starting the container", SETTING_UP)
                        : skip(5, "No container to start", SETTING_UP));
        steps.add(run(6, "setup commands", setUp, scripts(commands.setup(), login), commands.environment(), false));
        steps.add(
                start
                        ? new SetupStep.RunCommands(
                                7,
                                "Starting Ray",
                                SETTING_UP,
                                scripts(commands.start(), login),
                                commands.allStartEnvironment(
                                        request.config().commands().usageStats()),
                                false,
                                !request.isHead())
                        : skip(
                                7,
                                request.restart() == RestartMode.NO_START ? "Ray is not started" : "Ray keeps running",
                                SETTING_UP));
        return steps;
    }

    private static SetupStep run(
            int number,
            String what,
            boolean wanted,
            List<String> commands,
            Map<String, String> environment,
            boolean onHost) {
        if (!wanted || commands.isEmpty()) {
            return skip(number, wanted ? "No " + what + " to run" : "No new " + what, SETTING_UP);
        }
        return new SetupStep.RunCommands(number, "Running " + what, SETTING_UP, commands, environment, onHost, false);
    }

    private static List<String> scripts(List<String> commands, boolean login) {
        return login
                ? commands
                : commands.stream().map(command -> Command.PLAIN_BASH + command).toList();
    }

    private static SetupStep skip(int number, String title, NodeStatus status) {
        return new SetupStep.Skip(number, title, status);
    }

    private static Map<String, String> sameOnBothSides(List<String> paths) {
        var mounts = new LinkedHashMap<String, String>();
        paths.forEach(path -> mounts.put(path, path));
        return mounts;
    }

    /** What is run on one node, by phase, with its environment. */
    private record Commands(
            List<String> initialization,
            List<String> setup,
            List<String> start,
            Map<String, String> environment,
            Map<String, String> startEnvironment,
            Optional<DockerSettings> docker) {

        static Commands of(SetupRequest request) {
            ClusterConfig config = request.config();
            NodeType type = config.nodeType(request.type());
            var all = config.commands();
            var environment = new TreeMap<String, String>();
            request.headAddress().ifPresent(address -> environment.put("RAY_HEAD_IP", address));
            var start = new TreeMap<>(environment);
            start.put("RAY_enable_autoscaler_v2", "1");
            start.put("RAY_CLOUD_INSTANCE_ID", request.node().value());
            start.put("RAY_NODE_TYPE_NAME", request.type());
            var resources = new TreeMap<String, Number>(type.resources().amounts());
            type.zeroed().forEach(name -> resources.put(name, 0));
            if (!resources.isEmpty()) {
                start.put("RAY_OVERRIDE_RESOURCES", CompactJson.object(resources));
            }
            if (!type.labels().isEmpty()) {
                start.put("RAY_OVERRIDE_LABELS", CompactJson.object(type.labels()));
            }
            if (request.isHead()) {
                return new Commands(
                        all.initialization(),
                        around(all, all.headSetup()),
                        StartCommands.withoutMonitor(all.headStart()),
                        environment,
                        start,
                        config.docker());
            }
            return new Commands(
                    type.initializationCommands().orElse(all.initialization()),
                    around(all, type.workerSetupCommands().orElse(all.workerSetup())),
                    all.workerStart(),
                    environment,
                    start,
                    type.docker());
        }

        private static List<String> around(CommandSettings all, List<String> setup) {
            var commands = new ArrayList<>(all.beforeSetup());
            commands.addAll(setup);
            commands.addAll(all.afterSetup());
            return List.copyOf(commands);
        }

        // By what commands are called: a better way to do the same is no reason to set a running node up again.
        String setupHash(ClusterConfig config) {
            var parts = new ArrayList<String>();
            initialization.forEach(command -> parts.add(SetupStep.RunCommands.shown(command)));
            parts.add("|");
            setup.forEach(command -> parts.add(SetupStep.RunCommands.shown(command)));
            parts.add("|");
            config.files().mounts().forEach((remote, local) -> parts.add(remote + "=" + local));
            parts.add(config.files().contentsHash());
            if (config.auth().interNodeSsh()) {
                parts.add("inter_node_ssh");
            }
            docker.ifPresent(d -> parts.add(d.toString()));
            return Fingerprint.of(parts);
        }

        /** With what need not restart a Ray that runs. */
        Map<String, String> allStartEnvironment(boolean usageStats) {
            var all = new TreeMap<>(startEnvironment);
            if (!usageStats) {
                all.put("RAY_USAGE_STATS_ENABLED", "0");
            }
            return all;
        }

        String startHash() {
            var parts = new ArrayList<>(start);
            startEnvironment.forEach((key, value) -> parts.add(key + "=" + value));
            return Fingerprint.of(parts);
        }
    }
}
