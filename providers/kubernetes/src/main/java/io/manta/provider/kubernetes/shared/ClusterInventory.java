package io.manta.provider.kubernetes.shared;

import io.manta.provider.kubernetes.Failures;
import io.manta.provider.kubernetes.KubernetesSettings;
import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.Inventory;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything a cluster has, found by its label; and how it is removed. */
public final class ClusterInventory implements Inventory {
    private final KubernetesSettings settings;
    private final KubeApi api;

    public ClusterInventory(KubernetesSettings settings, KubeApi api) {
        this.settings = settings;
        this.api = api;
    }

    @Override
    public List<Holding> holdings() throws ProviderException, InterruptedException {
        var found = new ArrayList<Holding>();
        for (Kind kind : Kind.values()) {
            found.add(new Holding(kind.plural(), names(kind), "in namespace " + settings.namespace()));
        }
        Optional<Map<String, Object>> namespace = madeNamespace();
        found.add(new Holding(
                "namespaces",
                namespace.isPresent() ? List.of(settings.namespace()) : List.of(),
                namespace.isPresent() ? "made by Manta; goes with its last cluster" : ""));
        return found;
    }

    /** Whoever has labelled something here. */
    @Override
    public List<String> clusters() throws ProviderException, InterruptedException {
        var names = new LinkedHashSet<String>();
        for (Kind kind : List.of(Kind.POD, Kind.SERVICE_ACCOUNT, Kind.SERVICE)) {
            for (Map<String, Object> thing : list(kind, Tags.CLUSTER)) {
                Manifest.text(thing, "metadata", "labels", Tags.CLUSTER).ifPresent(names::add);
            }
        }
        return List.copyOf(names);
    }

    public void remove() throws ProviderException, InterruptedException {
        for (Kind kind : Kind.values()) {
            for (String name : names(kind)) {
                delete(kind.path(settings.namespace()) + "/" + name, kind.word() + " " + name);
            }
        }
        if (madeNamespace().isPresent() && new NamespaceContents(settings, api).isEmpty()) {
            delete("/api/v1/namespaces/" + settings.namespace(), "namespace " + settings.namespace());
        }
    }

    private void delete(String path, String what) throws ProviderException, InterruptedException {
        try {
            api.delete(path);
        } catch (ApiException e) {
            // Two that delete a namespace at once: the second is told that it is on its way.
            if (!e.isConflict()) {
                throw Failures.of("delete " + what, e);
            }
        }
    }

    private List<String> names(Kind kind) throws ProviderException, InterruptedException {
        return list(kind, settings.selector()).stream().map(Manifest::name).toList();
    }

    // Where one may not even look, nothing was made.
    private List<Map<String, Object>> list(Kind kind, String selector) throws ProviderException, InterruptedException {
        try {
            return api.list(kind.path(settings.namespace()), selector).items();
        } catch (ApiException e) {
            if (e.isMissing() || (e.isDenied() && kind != Kind.POD)) {
                return List.of();
            }
            throw Failures.of("list " + kind.plural() + " in namespace " + settings.namespace(), e);
        }
    }

    private Optional<Map<String, Object>> madeNamespace() throws ProviderException, InterruptedException {
        try {
            return api.find("/api/v1/namespaces/" + settings.namespace())
                    .filter(found -> Manifest.at(found, "metadata", "annotations", Foundation.MADE)
                            .isPresent())
                    .filter(found ->
                            Manifest.at(found, "metadata", "deletionTimestamp").isEmpty());
        } catch (ApiException e) {
            if (e.isDenied()) {
                return Optional.empty();
            }
            throw Failures.of("look for namespace " + settings.namespace(), e);
        }
    }
}
