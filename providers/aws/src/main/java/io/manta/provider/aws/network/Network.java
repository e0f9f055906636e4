package io.manta.provider.aws.network;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.ec2.model.SubnetState;

/** Which subnets there are, and which of them will do. */
public final class Network {
    private static final Duration FRESH = Duration.ofSeconds(60);

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;
    private @Nullable List<Subnet> seen;
    private long seenAt;

    public Network(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    /**
     * What was looked at.
     *
     * @param usable best first, all in one network
     * @param refused each with the reason
     */
    public record View(List<Subnet> all, List<Subnet> usable, List<String> refused) {}

    /** @param network the only one to use, when groups that are given bind us to it */
    public View look(Optional<String> network) throws ProviderException, InterruptedException {
        return judge(all(), network);
    }

    /** Asked once for a check and the work that follows it. */
    private synchronized List<Subnet> all() throws ProviderException, InterruptedException {
        List<Subnet> known = seen;
        if (known == null || System.nanoTime() - seenAt > FRESH.toNanos()) {
            known = AwsClients.ask(
                    "list subnets in " + settings.region(),
                    () -> clients.ec2().describeSubnetsPaginator().subnets().stream()
                            .toList());
            seen = known;
            seenAt = System.nanoTime();
        }
        return known;
    }

    public synchronized void forget() {
        seen = null;
    }

    private View judge(List<Subnet> all, Optional<String> network) {
        var refused = new ArrayList<String>();
        var usable = new ArrayList<Subnet>();
        Optional<String> only = settings.makeVpc() ? ownNetwork(all) : network;
        for (Subnet subnet : all) {
            Optional<String> reason = refusal(subnet, only);
            if (reason.isPresent()) {
                refused.add(subnet.subnetId() + " (" + subnet.availabilityZone() + "): " + reason.get());
            } else {
                usable.add(subnet);
            }
        }
        usable.sort(order());
        // Machines of one cluster must reach each other: the first choice decides the network.
        var one = usable.stream()
                .filter(subnet -> subnet.vpcId().equals(usable.getFirst().vpcId()))
                .toList();
        usable.stream()
                .filter(subnet -> !one.contains(subnet))
                .forEach(subnet -> refused.add(subnet.subnetId() + " (" + subnet.availabilityZone()
                        + "): another network (" + subnet.vpcId() + ") than the first choice"));
        return new View(all, one, refused);
    }

    /** The network made for this cluster; a name that no network has when there is none yet. */
    private Optional<String> ownNetwork(List<Subnet> all) {
        return Optional.of(all.stream()
                .filter(subnet -> owned.isOurs(subnet.tags()))
                .map(Subnet::vpcId)
                .findFirst()
                .orElse("none"));
    }

    private Optional<String> refusal(Subnet subnet, Optional<String> network) {
        if (network.isPresent() && !network.get().equals(subnet.vpcId())) {
            return Optional.of(settings.makeVpc() ? "not in the cluster's own network" : "not in " + network.get());
        } else if (subnet.state() != SubnetState.AVAILABLE) {
            return Optional.of("its state is " + subnet.stateAsString());
        } else if (!settings.zones().isEmpty() && !settings.zones().contains(subnet.availabilityZone())) {
            return Optional.of("its zone is not in `availability_zone`");
        } else if (!settings.internalAddresses() && !Boolean.TRUE.equals(subnet.mapPublicIpOnLaunch())) {
            return Optional.of("it gives machines no public address");
        } else if (isOthers(subnet)) {
            return Optional.of("it belongs to another cluster");
        }
        return Optional.empty();
    }

    private boolean isOthers(Subnet subnet) {
        return subnet.tags().stream().anyMatch(tag -> tag.key().equals(Owned.MARK)) && !owned.isOurs(subnet.tags());
    }

    /** The zones' order in the file, then the account's default network, then by name. */
    private Comparator<Subnet> order() {
        return Comparator.comparingInt((Subnet subnet) -> rank(subnet.availabilityZone()))
                .thenComparing(subnet -> !Boolean.TRUE.equals(subnet.defaultForAz()))
                .thenComparing(Subnet::availabilityZone)
                .thenComparing(Subnet::subnetId);
    }

    private int rank(String zone) {
        int at = settings.zones().indexOf(zone);
        return at < 0 ? settings.zones().size() : at;
    }
}
