package io.manta.provider.aws.launch;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.instance.Batch;
import io.manta.provider.aws.instance.InstanceTags;
import io.manta.provider.aws.instance.Instances;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.common.LaunchTally;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

/** Turns a request for nodes into as few calls as EC2 allows. */
public final class Launching {
    private static final Duration ROLE_PATIENCE = Duration.ofSeconds(90);
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Instances instances;
    private final Reuse reuse;
    private final Ways ways;
    private final Foundation foundation;
    private final Clock clock;

    public Launching(
            AwsSettings settings,
            AwsClients clients,
            Instances instances,
            Reuse reuse,
            Ways ways,
            Foundation foundation,
            Clock clock) {
        this.settings = settings;
        this.clients = clients;
        this.instances = instances;
        this.reuse = reuse;
        this.ways = ways;
        this.foundation = foundation;
        this.clock = clock;
    }

    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        var tally = new LaunchTally(request);
        tally.found(instances.known());
        if (settings.stopInsteadOfEnd()) {
            tally.found(reuse.start(tally.open()));
        }
        for (List<NodeSpec> alike : tally.alike()) {
            var ids = alike.stream().map(node -> node.id().value()).toList();
            for (Batch batch : Batch.of(ids)) {
                tally.make(
                        batch.nodes().size(),
                        () -> run(request, batch, alike.getFirst()),
                        missing -> fewer(request, missing));
            }
        }
        return tally.result();
    }

    private List<Machine> run(LaunchRequest request, Batch batch, NodeSpec sample)
            throws ProviderException, InterruptedException {
        NodeType type = sample.type();
        Ways.Choice choice = ways.choose(request.offer(), type, foundation)
                .orElseThrow(() -> AwsProblems.noSubnets(settings.region(), List.of(), settings.internalAddresses()));
        var tags = new LinkedHashMap<>(sample.tags());
        tags.remove(Tags.NODE_ID);
        tags.putAll(
                batch.nodes().size() == 1 ? Map.of(Tags.NODE_ID, batch.nodes().getFirst()) : batch.tags());
        RunInstancesRequest call = new InstanceRequest(settings, foundation)
                .build(choice, sample.role(), batch.nodes().size(), InstanceTags.outward(tags));
        String doing = "launch " + batch.nodes().size() + " " + choice.way().instanceType() + " in "
                + choice.place().zone();
        List<Instance> made = patiently(doing, call);
        List<Machine> machines = made.stream().map(instances::machine).toList();
        instances.launched(machines);
        return machines;
    }

    /** A profile that was just made takes a while to be known everywhere; only that is waited for. */
    private List<Instance> patiently(String doing, RunInstancesRequest call)
            throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(ROLE_PATIENCE);
        Duration wait = FIRST_WAIT;
        while (true) {
            Optional<List<Instance>> made = AwsClients.ask(doing, () -> {
                try {
                    return Optional.of(clients.ec2().runInstances(call).instances());
                } catch (Ec2Exception e) {
                    if (isUnknownProfile(e) && clock.instant().isBefore(deadline)) {
                        return Optional.<List<Instance>>empty();
                    }
                    throw e;
                }
            });
            if (made.isPresent()) {
                return made.get();
            }
            Thread.sleep(wait);
            wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait.multipliedBy(2);
        }
    }

    private boolean isUnknownProfile(Ec2Exception e) {
        return foundation.profile().isPresent()
                && (AwsErrors.code(e).startsWith("InvalidIamInstanceProfile")
                        || (AwsErrors.code(e).equals("InvalidParameterValue")
                                && String.valueOf(e.getMessage()).contains("iamInstanceProfile")));
    }

    private static ProviderException fewer(LaunchRequest request, int count) {
        return new ProviderException(
                ProviderException.Kind.NO_CAPACITY,
                Problem.error(
                        "AWS-NO-CAPACITY",
                        "EC2 gave " + count + " machine(s) of "
                                + request.offer().nodeType() + " fewer than asked for",
                        "there is no more capacity in " + request.offer().zone(),
                        "other zones and the entries of `provider.fallback` are tried; add some"));
    }
}
