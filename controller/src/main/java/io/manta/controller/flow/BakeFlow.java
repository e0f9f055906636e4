package io.manta.controller.flow;

import io.manta.controller.loop.BirthTags;
import io.manta.controller.loop.Ports;
import io.manta.controller.setup.SetupOutcome;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets up one machine without starting Ray, and makes an image of it. It works in a cluster of its own, so that neither an
 * autoscaler nor a user takes the machine for a node; cut off anywhere, the next run goes on, or {@code down} removes it all.
 */
public final class BakeFlow {
    private static final Duration ROUND = Duration.ofMillis(500);
    private static final Duration BOOT_LIMIT = Duration.ofMinutes(15);
    private static final Duration IMAGE_LIMIT = Duration.ofHours(2);

    private final ClusterConfig config;
    private final Ports ports;
    private final ImageBakery bakery;
    private final Progress progress;

    /** @param config of the cluster made for baking */
    public BakeFlow(ClusterConfig config, Ports ports, ImageBakery bakery, Progress progress) {
        this.config = config;
        this.ports = ports;
        this.bakery = bakery;
        this.progress = progress;
    }

    /**
     * The caller holds the cluster's lock, and takes it down afterwards.
     *
     * @param owner the cluster that the image is for
     */
    public ImageBakery.Image run(NodeType type, String owner) throws ProblemException, InterruptedException {
        ports.provider().prepare(config, progress);
        NodeRole role = type.name().equals(config.headType()) ? NodeRole.HEAD : NodeRole.WORKER;
        NodeId id = begun(type).orElseGet(() -> newId(type));
        String fingerprint = SetupPlans.fingerprint(request(type, role, id, Map.of()));
        launch(new NodeSpec(id, role, type, BirthTags.of(config, id, role, type, ports.marks())));
        Machine machine = await(id);
        setUp(machine, request(type, role, id, machine.tags()));
        ImageBakery.Image image = bake(machine, fingerprint);
        bakery.keep(image, owner);
        return image;
    }

    /** One that an earlier run was cut off at. */
    private Optional<NodeId> begun(NodeType type) throws ProblemException, InterruptedException {
        return ports.provider().list(Look.USUAL).stream()
                .filter(machine -> machine.isLive() && machine.type().equals(type.name()))
                .filter(machine -> type.launchHash().equals(machine.tags().getOrDefault(Tags.LAUNCH_HASH, "")))
                .map(Machine::nodeId)
                .findFirst();
    }

    private NodeId newId(NodeType type) {
        return new NodeId("ray-" + config.name() + "-" + type.name() + "-"
                + ports.suffixes().apply(8));
    }

    private SetupRequest request(NodeType type, NodeRole role, NodeId id, Map<String, String> tags) {
        return new SetupRequest(config, id, role, type.name(), tags, Optional.empty(), false, RestartMode.NO_START);
    }

    private void launch(NodeSpec spec) throws ProblemException, InterruptedException {
        progress.say("launching a machine of type " + spec.type().name());
        List<Offer> offers = ports.provider().features().offers(spec.type().name());
        for (int i = 0; ; i++) {
            try {
                LaunchResult result = ports.provider().launch(new LaunchRequest(offers.get(i), List.of(spec)));
                if (result.shortfall().isEmpty()) {
                    return;
                }
                throw result.shortfall().get();
            } catch (ProviderException e) {
                if (i + 1 == offers.size() || e.kind() != ProviderException.Kind.NO_CAPACITY) {
                    throw e;
                }
            }
        }
    }

    private Machine await(NodeId id) throws ProblemException, InterruptedException {
        Instant deadline = ports.clock().instant().plus(BOOT_LIMIT);
        while (true) {
            Optional<Machine> machine = ports.provider().list(Look.USUAL).stream()
                    .filter(m -> m.nodeId().equals(id) && m.state() == Machine.MachineState.RUNNING)
                    .findFirst();
            if (machine.isPresent()) {
                return machine.get();
            }
            if (ports.clock().instant().isAfter(deadline)) {
                throw new ProblemException(Problem.error(
                        "BAKE-NO-MACHINE",
                        "the machine to make an image of did not start",
                        "",
                        "run `manta bake` again, or `manta down " + config.name() + "`"));
            }
            Thread.sleep(ROUND);
        }
    }

    private void setUp(Machine machine, SetupRequest request) throws ProblemException, InterruptedException {
        SetupOutcome outcome = ports.setup().setUp(request, machine, at -> progress.say(at.toString()));
        if (outcome instanceof SetupOutcome.Failed failed) {
            throw new ProblemException(Problem.error(
                    "BAKE-SETUP-FAILED",
                    "the machine could not be set up: " + failed.problem().what(),
                    (failed.step() + "\n" + String.join("\n", failed.lastLines())).strip(),
                    "correct the commands and run `manta bake` again; `manta down " + config.name()
                            + "` removes the machine"));
        }
    }

    private ImageBakery.Image bake(Machine machine, String fingerprint) throws ProblemException, InterruptedException {
        progress.say("making the image");
        Instant deadline = ports.clock().instant().plus(IMAGE_LIMIT);
        while (true) {
            ImageBakery.Image image = bakery.bake(machine, fingerprint);
            if (image.ready()) {
                return image;
            }
            if (ports.clock().instant().isAfter(deadline)) {
                throw new ProblemException(Problem.error(
                        "BAKE-UNFINISHED",
                        "the image " + image.id() + " is not ready after " + IMAGE_LIMIT.toHours() + " hours",
                        "",
                        "run `manta bake` again: it goes on waiting"));
            }
            progress.say("waiting until image " + image.id() + " is ready");
            Thread.sleep(ROUND.multipliedBy(4));
        }
    }
}
