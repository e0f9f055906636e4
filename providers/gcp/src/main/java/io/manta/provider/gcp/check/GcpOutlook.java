package io.manta.provider.gcp.check;

import io.manta.provider.gcp.GcpParts;
import io.manta.provider.gcp.ground.Firewalls;
import io.manta.provider.gcp.ground.HeadAccount;
import io.manta.provider.gcp.ground.Networks;
import io.manta.provider.gcp.setting.PriceList;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Outlook.Change;
import io.manta.spi.provider.Outlook.Thing;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** What {@code up} would make, use and change, and what that costs. */
public final class GcpOutlook {
    private final GcpParts parts;
    private final ClusterConfig config;
    private final Firewalls.Caller caller;
    private final List<Thing> things = new ArrayList<>();

    public GcpOutlook(GcpParts parts, ClusterConfig config, Firewalls.Caller caller) {
        this.parts = parts;
        this.config = config;
        this.caller = caller;
    }

    public Outlook look() throws ProviderException, InterruptedException {
        Networks.Ground ground = parts.networks().ground(config);
        things.add(new Thing(Change.REUSE, "subnet", ground.subnet(), ""));
        if (ground.project().equals(parts.rest().project())) {
            boolean there = !parts.firewalls().ours().isEmpty();
            things.add(new Thing(
                    there ? Change.REUSE : Change.CREATE,
                    "firewall rules",
                    parts.firewalls().tag(),
                    "SSH from " + String.join(", ", parts.firewalls().sources(caller, Progress.NONE))));
        }
        account();
        key();
        images();
        int machines = parts.instances().listNow().size();
        if (machines > 0) {
            things.add(new Thing(Change.REUSE, "instances", Integer.toString(machines), "already running"));
        }
        return new Outlook(
                things,
                prices(),
                "estimate from the bundled list of " + PriceList.bundled().date()
                        + "; spot varies; disks, addresses and traffic not included");
    }

    private void account() throws ProviderException, InterruptedException {
        if (HeadAccount.isGiven(config)) {
            things.add(new Thing(Change.REUSE, "service account", "of the head", "given in its node_config"));
            return;
        }
        Change change = parts.account().find().isPresent() ? Change.REUSE : Change.CREATE;
        things.add(new Thing(
                change,
                "service account",
                parts.account().email(),
                String.join(", ", parts.account().roles(config))));
    }

    private void key() throws ProviderException, InterruptedException {
        if (parts.keys().usersKey().isPresent()) {
            things.add(new Thing(
                    Change.REUSE, "SSH key", parts.keys().usersKey().get().toString(), "yours"));
        } else {
            things.add(new Thing(
                    Change.CREATE,
                    "SSH key",
                    "the cluster's own",
                    parts.login().isOn() ? "in your OS Login profile" : "in its machines' metadata only"));
        }
    }

    private void images() throws ProviderException, InterruptedException {
        var seen = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            Ways.Way way = parts.ways().of(type).getFirst();
            var image = parts.images().boot(way);
            if (image.isPresent() && seen.add(image.get())) {
                things.add(new Thing(Change.REUSE, "image", parts.images().check(type, way, image.get()), image.get()));
            }
        }
    }

    private List<Outlook.Price> prices() {
        var prices = new ArrayList<Outlook.Price>();
        for (NodeType type : config.nodeTypes().values()) {
            Ways.Way way = parts.ways().of(type).getFirst();
            boolean head = type.name().equals(config.headType());
            String region = parts.settings().region();
            prices.add(new Outlook.Price(
                    type.name(),
                    way.variant(),
                    PriceList.bundled().hourly(region, way, false),
                    PriceList.bundled().hourly(region, way, true),
                    way.spot(),
                    type.minWorkers() + (head ? 1 : 0),
                    Math.min(type.maxWorkers(), config.maxWorkers()) + (head ? 1 : 0)));
        }
        return prices;
    }
}
