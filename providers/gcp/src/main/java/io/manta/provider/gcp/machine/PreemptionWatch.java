package io.manta.provider.gcp.machine;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.remote.Command;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Has a spot machine look out for its own end: its metadata server knows seconds before anyone who asks Google's API, and the
 * node drains itself at once.
 */
public final class PreemptionWatch {
    private final ClusterConfig config;

    public PreemptionWatch(ClusterConfig config) {
        this.config = config;
    }

    /** May be run again at any time. */
    public List<Command> of(Machine machine) {
        boolean spot = machine.offer()
                .filter(offer -> offer.market() == Offer.Market.SPOT)
                .isPresent();
        return spot ? List.of(Command.of(script().replace("@TELL@", drain(docker(machine))))) : List.of();
    }

    private Optional<DockerSettings> docker(Machine machine) {
        if (machine.role() == NodeRole.HEAD) {
            return config.docker();
        }
        NodeType type = config.nodeTypes().get(machine.type());
        return type == null ? Optional.empty() : type.docker();
    }

    private static String drain(Optional<DockerSettings> docker) {
        String words = "bash -lic 'ray drain-node --reason DRAIN_NODE_REASON_PREEMPTION"
                + " --reason-message \"Google takes the machine back\" --deadline-remaining-seconds $NOTICE_SECONDS'";
        return docker.map(container -> (container.usePodman() ? "podman" : "docker") + " exec -e NOTICE_SECONDS "
                        + container.containerName() + " " + words)
                .orElse(words);
    }

    private static String script() {
        try (InputStream in = PreemptionWatch.class.getResourceAsStream("watch-preemption.sh")) {
            if (in == null) {
                throw new IllegalStateException("watch-preemption.sh is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
