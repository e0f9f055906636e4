package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.util.List;
import java.util.TreeSet;

/** Every cluster that has something in the region, by the marks on it: also those whose files are lost. */
public final class KnownClusters {
    private final GcpSettings settings;
    private final Rest rest;
    private final Firewalls firewalls;
    private final Owned owned;

    public KnownClusters(GcpSettings settings, Rest rest, Firewalls firewalls, Owned owned) {
        this.settings = settings;
        this.rest = rest;
        this.firewalls = firewalls;
        this.owned = owned;
    }

    public List<String> names() throws ProviderException, InterruptedException {
        var names = new TreeSet<String>();
        for (String kind : List.of("instances", "disks")) {
            for (Doc thing :
                    rest.everywhere("look for " + kind + " of clusters", kind, "labels." + Tags.CLUSTER + ":*")) {
                if (settings.isHere(thing.name("zone"))) {
                    names.add(thing.texts("labels").getOrDefault(Tags.CLUSTER, ""));
                }
            }
        }
        for (Doc rule : firewalls.all()) {
            owned.clusterOf(rule).ifPresent(names::add);
        }
        List<Doc> accounts = rest.list(
                "look for service accounts of clusters",
                Request.get(Service.IAM, "projects/" + rest.project() + "/serviceAccounts")
                        .with("pageSize", "100"),
                "accounts");
        for (Doc account : accounts) {
            owned.clusterOf(account).ifPresent(names::add);
        }
        names.remove("");
        return List.copyOf(names);
    }
}
