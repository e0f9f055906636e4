package io.manta.provider.aws.check;

import io.manta.provider.aws.access.HeadRole;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.network.SecurityGroups;
import io.manta.provider.aws.offer.PriceList;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.prepare.ImageChoices;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Outlook.Change;
import io.manta.spi.provider.Outlook.Thing;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** What {@code up} would make, use and change, and what that costs. */
public final class AwsOutlook {
    private final AwsParts parts;
    private final ClusterConfig config;
    private final SecurityGroups.Caller caller;
    private final List<Thing> things = new ArrayList<>();

    public AwsOutlook(AwsParts parts, ClusterConfig config, SecurityGroups.Caller caller) {
        this.parts = parts;
        this.config = config;
        this.caller = caller;
    }

    public Outlook look() throws ProviderException, InterruptedException {
        Network.View view = network();
        key();
        role();
        if (!view.usable().isEmpty()) {
            group(view.usable().getFirst().vpcId());
        } else {
            things.add(new Thing(Change.CREATE, "security group", parts.groups().name(), "in the new network"));
        }
        images();
        int machines = parts.instances().listNow().size();
        if (machines > 0) {
            things.add(new Thing(Change.REUSE, "instances", Integer.toString(machines), "already running"));
        }
        return new Outlook(
                things,
                prices(),
                "estimate from the bundled list of " + PriceList.bundled().date()
                        + "; spot varies by the hour; disks and traffic not included");
    }

    private Network.View network() throws ProviderException, InterruptedException {
        Network.View view = parts.network().look(Optional.empty());
        if (parts.settings().makeVpc() && parts.vpc().find().isEmpty()) {
            things.add(new Thing(Change.CREATE, "VPC", parts.owned().name(), "with a public subnet in each zone"));
        } else {
            for (Subnet subnet : view.usable()) {
                things.add(new Thing(Change.REUSE, "subnet", subnet.subnetId(), subnet.availabilityZone()));
            }
        }
        parts.settings()
                .placementGroup()
                .ifPresent(strategy -> things.add(new Thing(
                        Change.CREATE, "placement group", parts.owned().name(), strategy)));
        if (parts.settings().sharedFiles().isPresent()) {
            var there = parts.files().find();
            things.add(new Thing(
                    there.isPresent() ? Change.REUSE : Change.CREATE,
                    "file system",
                    there.isPresent()
                            ? there.get().fileSystemId()
                            : parts.owned().name(),
                    "at " + parts.settings().sharedFiles().get().mount() + " on all nodes; kept by `down`"));
        }
        parts.settings().monitoring().ifPresent(watch -> {
            watch.dashboard().ifPresent(file -> things.add(new Thing(Change.CREATE, "dashboard", file, "CloudWatch")));
            watch.alarm().ifPresent(file -> things.add(new Thing(Change.CREATE, "alarms", file, "for every node")));
            watch.agent().ifPresent(file -> things.add(new Thing(Change.CREATE, "log groups", file, "that it names")));
        });
        return view;
    }

    private void key() throws ProviderException, InterruptedException {
        if (parts.keys().usersKey().isPresent()) {
            things.add(new Thing(
                    Change.REUSE, "SSH key", parts.keys().usersKey().get().toString(), "yours"));
        } else {
            boolean there = parts.keys().find().isPresent();
            things.add(new Thing(
                    there ? Change.REUSE : Change.CREATE,
                    "key pair",
                    parts.keys().name(),
                    ""));
        }
    }

    private void role() throws ProviderException, InterruptedException {
        if (HeadRole.isGiven(config)) {
            things.add(new Thing(Change.REUSE, "instance profile", "of the head", "given as IamInstanceProfile"));
            return;
        }
        Change change = parts.role().find().isPresent() ? Change.REUSE : Change.CREATE;
        things.add(new Thing(change, "role and profile", parts.role().name(), "machines with this cluster's tag only"));
    }

    private void group(String vpc) throws ProviderException, InterruptedException {
        String who = String.join(", ", parts.groups().sources(caller, Progress.NONE));
        Optional<SecurityGroup> there = parts.groups().find(vpc);
        things.add(new Thing(
                there.isPresent() ? Change.REUSE : Change.CREATE,
                "security group",
                parts.groups().name(),
                "SSH from " + who));
    }

    private void images() throws ProviderException, InterruptedException {
        for (ImageChoices.Choice choice : new ImageChoices(parts).of(config)) {
            if (!choice.image().isEmpty()) {
                things.add(
                        new Thing(Change.REUSE, "image", choice.image(), choice.key() + ", from " + choice.source()));
            }
        }
    }

    private List<Outlook.Price> prices() {
        var prices = new ArrayList<Outlook.Price>();
        for (NodeType type : config.nodeTypes().values()) {
            Ways.Way way = parts.ways().of(type).getFirst();
            boolean head = type.name().equals(config.headType());
            var list = PriceList.bundled();
            String region = parts.settings().region();
            prices.add(new Outlook.Price(
                    type.name(),
                    way.instanceType(),
                    list.hourly(region, way.instanceType(), false),
                    list.hourly(region, way.instanceType(), true),
                    way.spot(),
                    type.minWorkers() + (head ? 1 : 0),
                    Math.min(type.maxWorkers(), config.maxWorkers()) + (head ? 1 : 0)));
        }
        return prices;
    }
}
