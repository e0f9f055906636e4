package io.manta.provider.aws.node;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.remote.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a node of this cluster needs on its host before anything else. Every script may be run again at any time. */
public final class HostScripts {
    private final ClusterConfig config;
    private final AwsSettings settings;
    private final AwsClients clients;

    public HostScripts(ClusterConfig config, AwsSettings settings, AwsClients clients) {
        this.config = config;
        this.settings = settings;
        this.clients = clients;
    }

    public List<Command> of(Machine machine, Foundation foundation) throws InterruptedException {
        var commands = new ArrayList<Command>();
        Optional<DockerSettings> docker = docker(machine);
        if (foundation.fileSystem().isPresent() && settings.sharedFiles().isPresent()) {
            commands.add(Command.of(mount(
                    foundation.fileSystem().get(), settings.sharedFiles().get().mount())));
        }
        Optional<Registry> registry = docker.flatMap(d -> Registry.of(d.image()));
        if (registry.isPresent()) {
            commands.add(login(registry.get()));
        }
        foundation.monitoring().agent().ifPresent(text -> commands.add(metrics(machine, text)));
        boolean spot = machine.offer()
                .filter(offer -> offer.market() == Offer.Market.SPOT)
                .isPresent();
        if (spot && settings.watchInterruptions()) {
            commands.add(watch(docker));
        }
        return commands;
    }

    private Optional<DockerSettings> docker(Machine machine) {
        if (machine.role() == NodeRole.HEAD) {
            return config.docker();
        }
        NodeType type = config.nodeTypes().get(machine.type());
        return type == null ? Optional.empty() : type.docker();
    }

    /** In fstab as well, so that a machine that was stopped has it again. A new file system's name takes a while to be known. */
    private String mount(String id, String path) {
        String suffix = settings.region().startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
        return Scripts.text("mount-efs.sh")
                .replace("@SOURCE@", id + ".efs." + settings.region() + "." + suffix + ":/")
                .replace("@MOUNT@", path);
    }

    /** Whoever sets a node up asks for the password, so that the node itself needs no right to. */
    private Command login(Registry registry) throws InterruptedException {
        try {
            String secret = registry.password(clients);
            return Command.of(Scripts.text("registry-login.sh").replace("@REGISTRY@", registry.host()))
                    .withEnvironment(Map.of("MANTA_REGISTRY_AUTH", secret));
        } catch (ProviderException e) {
            // Perhaps the image is public, or the node may log in by itself; if not, the pull says so.
            String why = e.problem().what().replace("'", "");
            return Command.of("echo 'no password for " + registry.host() + ": " + why + "'");
        }
    }

    private Command metrics(Machine machine, String text) {
        String own = MonitoringTexts.fill(text, machine.id().value(), settings.cluster(), settings.region());
        return Command.of(Scripts.text("cloudwatch-agent.sh").replace("@CONFIG@", own));
    }

    private static Command watch(Optional<DockerSettings> docker) {
        String drain =
                "ray drain-node --reason DRAIN_NODE_REASON_PREEMPTION --reason-message \"EC2 takes the machine back\""
                        + " --deadline-remaining-seconds $NOTICE_SECONDS";
        String runtime = docker.filter(DockerSettings::usePodman).isPresent() ? "podman" : "docker";
        String tell = docker.map(
                        d -> runtime + " exec -e NOTICE_SECONDS " + d.containerName() + " bash -lic '" + drain + "'")
                .orElse("bash -lic '" + drain + "'");
        return Command.of(Scripts.text("watch-interruptions.sh")
                .replace("@AGENT@", Scripts.text("interruption-agent.py"))
                .replace("@TELL@", tell));
    }
}
