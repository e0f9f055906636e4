package io.manta.provider.gcp.ground;

import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.PriceList;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ProviderException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Counts what the project has with this cluster's labels and marks. */
public final class Holdings {
    private final GcpSettings settings;
    private final Removal removal;
    private final Firewalls firewalls;
    private final HeadAccount account;
    private final OsLogin login;

    public Holdings(GcpSettings settings, Removal removal, Firewalls firewalls, HeadAccount account, OsLogin login) {
        this.settings = settings;
        this.removal = removal;
        this.firewalls = firewalls;
        this.account = account;
        this.login = login;
    }

    /**
     * @param instances as Google shows them now
     * @param unknown why it is not known whether there are TPUs
     */
    public List<Holding> list(Collection<Doc> instances, List<String> tpus, String unknown)
            throws ProviderException, InterruptedException {
        try (var together = new Together()) {
            var disks = together.begin(removal::disks);
            var addresses = together.begin(removal::addresses);
            var rules = together.begin(firewalls::ours);
            var accounts = together.begin(account::find);
            var bindings = together.begin(account::bindings);
            var logins = together.begin(login::keys);
            boolean stopped = instances.stream().anyMatch(i -> i.text("status").equals("TERMINATED"));
            boolean keys = instances.stream()
                    .anyMatch(i -> i.doc("metadata").docs("items").stream()
                            .anyMatch(item -> item.text("key").equals("ssh-keys")));
            return List.of(
                    new Holding(
                            "instances",
                            names(instances),
                            stopped ? "stopped, not ended, because of cache_stopped_nodes or `manta stop`" : ""),
                    new Holding("TPUs", tpus, unknown.isEmpty() ? "" : "not known: " + unknown),
                    new Holding("disks", names(disks.get()), diskCost(disks.get())),
                    new Holding("addresses", names(addresses.get()), ""),
                    new Holding("firewall rules", names(rules.get()), ""),
                    new Holding(
                            "service accounts",
                            accounts.get().map(a -> a.text("email")).stream().toList(),
                            ""),
                    new Holding("role bindings", bindings.get(), ""),
                    new Holding("SSH keys", keys ? List.of("in the instances' metadata") : logins.get(), ""));
        }
    }

    private static List<String> names(Collection<Doc> things) {
        return things.stream().map(thing -> thing.text("name")).toList();
    }

    private String diskCost(List<Doc> disks) {
        if (disks.isEmpty()) {
            return "";
        }
        long size = disks.stream().mapToLong(Removal::gigabytes).sum();
        double cost = size * PriceList.bundled().diskMonthly(settings.region());
        String kept = disks.stream().anyMatch(Removal::isKept) ? ", kept because of `autoDelete: false`" : "";
        return String.format(Locale.ROOT, "%d GB, about $%.2f a month%s", size, cost, kept);
    }
}
