package io.manta.provider.aws.instance;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.SpotInstanceRequest;

/**
 * Spot machines that EC2 is about to take back. EC2 marks their requests two minutes before; one question for all of them finds
 * it out, without anything to install on nodes.
 */
public final class Interruptions {
    private static final String[] MARKED = {"marked-for-termination", "marked-for-stop", "marked-for-hibernation"};
    private static final Duration NOTICE = Duration.ofMinutes(2);

    private final AwsClients clients;
    private final Duration freshness;
    private final Clock clock;
    private final Map<String, Instant> known = new HashMap<>();
    private Instant asked = Instant.MIN;

    public Interruptions(AwsClients clients, Duration freshness, Clock clock) {
        this.clients = clients;
        this.freshness = freshness;
        this.clock = clock;
    }

    /** The same machines, with the time at which those that were announced will be gone. */
    public List<Machine> mark(List<Machine> machines) throws ProviderException, InterruptedException {
        boolean anySpot = machines.stream()
                .anyMatch(machine -> machine.isLive()
                        && machine.offer()
                                .filter(offer -> offer.market() == Offer.Market.SPOT)
                                .isPresent());
        if (!anySpot) {
            return machines;
        }
        Map<String, Instant> ends = ends();
        return machines.stream()
                .map(machine -> {
                    Instant end = ends.get(machine.id().value());
                    return end == null ? machine : machine.withInterruption(end);
                })
                .toList();
    }

    private synchronized Map<String, Instant> ends() throws ProviderException, InterruptedException {
        Instant now = clock.instant();
        if (asked.equals(Instant.MIN) || asked.plus(freshness).isBefore(now)) {
            List<SpotInstanceRequest> requests = AwsClients.ask(
                    "ask for spot interruptions",
                    () -> clients.ec2()
                            .describeSpotInstanceRequests(r -> r.filters(Owned.filter("status-code", MARKED)))
                            .spotInstanceRequests());
            asked = now;
            known.clear();
            for (SpotInstanceRequest request : requests) {
                if (request.instanceId() != null && request.status() != null) {
                    Instant since =
                            Optional.ofNullable(request.status().updateTime()).orElse(now);
                    known.put(request.instanceId(), since.plus(NOTICE));
                }
            }
        }
        return Map.copyOf(known);
    }
}
