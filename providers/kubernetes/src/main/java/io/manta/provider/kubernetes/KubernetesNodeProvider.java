package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.access.Access;
import io.manta.provider.kubernetes.access.Remembered;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.provider.kubernetes.api.Manifest;
import io.manta.provider.kubernetes.api.PodExec;
import io.manta.provider.kubernetes.pod.AcceleratorFacts;
import io.manta.provider.kubernetes.pod.PodLink;
import io.manta.provider.kubernetes.pod.PodMachines;
import io.manta.provider.kubernetes.pod.PodManifest;
import io.manta.provider.kubernetes.pod.Pods;
import io.manta.provider.kubernetes.shared.ClusterInventory;
import io.manta.provider.kubernetes.shared.Foundation;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Machines that are pods; see the package for what makes them ours. */
public final class KubernetesNodeProvider implements NodeProvider {
    // A pod that has ended stays until someone deletes it; people may want to look at it first.
    private static final Duration EVIDENCE = Duration.ofMinutes(10);

    private final KubernetesSettings settings;
    private final ClusterConfig config;
    private final KubeApi api;
    private final Pods pods;
    private final Surroundings surroundings;

    /**
     * From where and how the API is asked.
     *
     * @param state the cluster's own directory on this machine
     * @param watching answer from a watch instead of listing every time
     * @param poolPatience how long a pod may look for a place where another pool could be tried
     */
    public record Surroundings(Access access, Path state, boolean onHead, boolean watching, Duration poolPatience) {}

    public KubernetesNodeProvider(ClusterConfig config, KubeApi api, Surroundings surroundings) {
        this.settings = KubernetesSettings.of(config);
        this.config = config;
        this.api = api;
        this.pods = new Pods(settings, api, surroundings.watching());
        this.surroundings = surroundings;
    }

    // What pods cost, only whoever runs the Kubernetes cluster knows.
    @Override
    public Features features() {
        return Features.of(Traits.CLOUD.withCostsMoney(false).withNeedsLittleJava(true))
                .with(new ClusterInventory(settings, api))
                .with(new KubernetesPricing(config))
                .withFacts(AcceleratorFacts::complete)
                .withRights(wanted -> new Policies(KubernetesSettings.of(wanted)).all());
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        var check = new KubernetesCheck(KubernetesSettings.of(wanted), api, surroundings.access());
        return depth == Depth.QUICK ? check.brief() : check.thorough();
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) throws ProviderException, InterruptedException {
        if (surroundings.onHead()) {
            return;
        }
        try {
            Remembered.note(surroundings.state(), surroundings.access());
        } catch (IOException e) {
            throw files(e);
        }
        new Foundation(KubernetesSettings.of(wanted), api).lay(progress);
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        return new Launching(settings, api, pods, surroundings.poolPatience()).launch(request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        if (look == Look.HEAD) {
            return pods.head().map(PodMachines::of).stream().toList();
        }
        if (look == Look.ANEW) {
            pods.book().forget();
        }
        var machines = new ArrayList<Machine>();
        for (Map<String, Object> pod : pods.look()) {
            Machine machine = PodMachines.of(pod);
            machines.add(machine);
            if (surroundings.onHead() && machine.role() == NodeRole.WORKER && PodMachines.isOver(pod, EVIDENCE)) {
                pods.end(pod);
            }
        }
        return machines;
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        pods.tag(tags);
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        pods.end(ids);
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        new ClusterInventory(settings, api).remove();
        pods.book().forget();
        try {
            Remembered.forget(surroundings.state());
        } catch (IOException e) {
            throw files(e);
        }
    }

    private ProviderException files(IOException e) {
        return new ProviderException(
                ProviderException.Kind.UNKNOWN,
                Problem.error(
                        "KUBE-FILES",
                        "cannot write to " + surroundings.state(),
                        String.valueOf(e.getMessage()),
                        "check free disk space and permissions"),
                e);
    }

    @Override
    public Reach reach(Machine machine) {
        Map<String, Object> nodeConfig = config.nodeTypes().containsKey(machine.type())
                ? config.nodeType(machine.type()).nodeConfig()
                : Map.of();
        String container = Manifest.maps(PodManifest.pod(nodeConfig), "spec", "containers").stream()
                .findFirst()
                .flatMap(first -> Manifest.text(first, "name"))
                .orElse("");
        return new Reach.Linked(
                new PodLink(new PodExec(api), settings.namespace(), machine.id().value(), container));
    }

    @Override
    public void close() {
        pods.close();
        api.close();
    }
}
