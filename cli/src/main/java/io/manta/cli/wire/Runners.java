package io.manta.cli.wire;

import io.manta.remote.docker.ContainerCommandRunner;
import io.manta.remote.docker.ContainerSpec;
import io.manta.remote.link.LinkCommandRunner;
import io.manta.remote.process.ProcessCommandRunner;
import io.manta.remote.ssh.SshConnections;
import io.manta.remote.template.TemplateCommandRunner;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.CommandRunner;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Which runner a way to a machine asks for. */
final class Runners {
    private final ClusterConfig config;
    private final SshConnections connections;

    Runners(ClusterConfig config, SshConnections connections) {
        this.config = config;
        this.connections = connections;
    }

    CommandRunner open(Machine machine, Reach reach) {
        // Not a pattern switch: the JVM would make it at run time, on the way of every exec.
        if (reach instanceof Reach.LocalProcess local) {
            return new ProcessCommandRunner(local);
        }
        if (reach instanceof Reach.Own own) {
            return own.runner();
        }
        if (reach instanceof Reach.Linked linked) {
            return new LinkCommandRunner(linked.link());
        }
        return withContainer(machine, openHost(machine, reach));
    }

    /** The host itself, whether Ray runs in a container there or not. */
    CommandRunner openHost(Machine machine, Reach reach) {
        if (reach instanceof Reach.Ssh ssh) {
            return new NodeMarks(connections.runner(ssh), machine.nodeId());
        }
        return reach instanceof Reach.Template template
                ? new NodeMarks(new TemplateCommandRunner(template), machine.nodeId())
                : open(machine, reach);
    }

    private CommandRunner withContainer(Machine machine, CommandRunner host) {
        Optional<DockerSettings> docker = machine.role() == NodeRole.HEAD
                ? config.docker()
                : Optional.ofNullable(config.nodeTypes().get(machine.type())).flatMap(NodeType::docker);
        if (docker.isEmpty()) {
            return host;
        }
        var mounts = new ArrayList<>(config.files().mounts().keySet());
        mounts.addAll(config.files().clusterSyncedFiles());
        var labels = Map.of(
                "manta.cluster", config.name(), "manta.node", machine.nodeId().value());
        return new ContainerCommandRunner(host, new ContainerSpec(docker.get(), mounts, labels));
    }
}
