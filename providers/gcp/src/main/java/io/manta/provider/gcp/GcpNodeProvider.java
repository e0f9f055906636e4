package io.manta.provider.gcp;

import io.manta.provider.common.Together;
import io.manta.provider.common.Trees;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Identity;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.check.GcpCheck;
import io.manta.provider.gcp.check.GcpOutlook;
import io.manta.provider.gcp.check.MachineResources;
import io.manta.provider.gcp.check.MachineTypes;
import io.manta.provider.gcp.check.Permissions;
import io.manta.provider.gcp.ground.Firewalls;
import io.manta.provider.gcp.ground.Foundation;
import io.manta.provider.gcp.ground.Foundations;
import io.manta.provider.gcp.ground.Holdings;
import io.manta.provider.gcp.ground.KnownClusters;
import io.manta.provider.gcp.machine.Ending;
import io.manta.provider.gcp.machine.HostKeys;
import io.manta.provider.gcp.machine.InstanceCalls;
import io.manta.provider.gcp.machine.Launching;
import io.manta.provider.gcp.machine.PreemptionWatch;
import io.manta.provider.gcp.machine.Reuse;
import io.manta.provider.gcp.machine.StoppedInstances;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Ways;
import io.manta.provider.gcp.tpu.PodRunner;
import io.manta.provider.gcp.tpu.TpuNodes;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.Inventory;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Pricing;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import io.manta.spi.remote.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Machines that are Compute Engine instances; see the package for what makes them ours. */
public final class GcpNodeProvider implements NodeProvider {
    private static final Set<String> PASSING =
            Set.of(NodeStatus.WAITING_FOR_SSH.tag(), NodeStatus.SYNCING_FILES.tag(), NodeStatus.SETTING_UP.tag());

    private final GcpSettings settings;
    private final ProviderContext context;
    private final GcpParts parts;
    private final Surroundings surroundings;
    private final MachineTypes machineTypes;
    private final HostKeys hostKeys;
    private @Nullable Foundation foundation;

    /**
     * From where and how Google is asked.
     *
     * @param freshness how old a list of machines may be that is used again
     * @param caller finds this machine's own address
     */
    record Surroundings(Identity identity, Rest.Link link, Duration freshness, Firewalls.Caller caller, Clock clock) {}

    GcpNodeProvider(ProviderContext context, Surroundings surroundings) {
        this.settings = GcpSettings.of(context.config());
        this.context = context;
        this.surroundings = surroundings;
        var rest = new Rest(settings.project(), surroundings.identity(), surroundings.link());
        this.parts = GcpParts.of(
                settings, context.config(), rest, context.state(), surroundings.freshness(), surroundings.clock());
        this.machineTypes = new MachineTypes(rest);
        this.hostKeys = new HostKeys(rest, context.state());
    }

    @Override
    public Features features() {
        return Features.of(Traits.CLOUD)
                .with(new ProjectInventory())
                .with(new MarketPricing())
                .with(new StoppedInstances(parts, surroundings.clock()))
                .withHosts(new PreemptionWatch(context.config())::of)
                .withFacts(wanted -> new MachineResources(settings, parts.ways(), machineTypes).fill(wanted))
                .withRights(wanted -> new Permissions(parts.rest(), parts.ways(), parts.account()).policies(wanted));
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        var check = new GcpCheck(parts, wanted, surroundings.caller());
        return depth == Depth.QUICK ? check.brief() : check.thorough();
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) throws ProviderException, InterruptedException {
        if (context.onHead()) {
            return;
        }
        Foundation laid = new Foundations(
                        parts.rest(),
                        parts.networks(),
                        parts.firewalls(),
                        parts.account(),
                        parts.keys(),
                        parts.login(),
                        parts.images())
                .lay(wanted, surroundings.caller(), progress);
        try {
            laid.write(context.state());
        } catch (IOException e) {
            throw GcpProblems.files("keep what was prepared", e);
        }
        remember(laid);
    }

    private synchronized void remember(Foundation laid) {
        foundation = laid;
    }

    private synchronized Optional<Foundation> known() throws ProviderException {
        // On the head, `up` may have brought a newer one.
        if (foundation == null || context.onHead()) {
            try {
                foundation = Foundation.read(context.state()).orElse(foundation);
            } catch (IOException e) {
                throw GcpProblems.files("read what was prepared", e);
            }
        }
        return Optional.ofNullable(foundation);
    }

    private Foundation foundation() throws ProviderException, InterruptedException {
        Optional<Foundation> there = known();
        if (there.isEmpty()) {
            prepare(context.config(), Progress.NONE);
            there = known();
        }
        return there.orElseThrow(() -> GcpProblems.notPrepared(context.state().toString()));
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        Foundation laid = foundation();
        if (parts.ways()
                .choose(request.offer(), request.nodes().getFirst().type())
                .way()
                .isTpu()) {
            LaunchResult pods = parts.tpus().launch(request, laid);
            parts.firewalls().settle();
            return pods;
        }
        var calls = new InstanceCalls(
                settings,
                parts.rest(),
                parts.operations(),
                parts.instances(),
                parts.templates(),
                laid,
                surroundings.clock());
        var reuse = new Reuse(parts.rest(), parts.operations(), parts.instances(), parts.labeling());
        LaunchResult result =
                new Launching(settings, parts.instances(), reuse, parts.ways(), parts.owned(), calls).launch(request);
        parts.firewalls().settle();
        return result;
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        if (look == Look.ANEW) {
            parts.instances().forget();
            parts.tpus().forget();
        }
        List<Machine> instances = parts.instances().list();
        var all = new ArrayList<>(instances);
        all.addAll(parts.tpus().machines(parts.tpus().recent()));
        return all;
    }

    private Map<String, Doc> pods() throws ProviderException, InterruptedException {
        return parts.tpus().recent();
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> wanted) throws ProviderException, InterruptedException {
        Map<String, Doc> pods = pods();
        Map<String, Doc> ours = ours(wanted.keySet());
        Optional<ProviderException> failure = Optional.empty();
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Boolean>>();
            wanted.forEach((id, values) -> {
                Doc instance = ours.get(id.value());
                // Steps on the way are in the event log; a call for each of them would be most of all calls.
                if (instance != null && !values.isEmpty() && !isPassing(values)) {
                    outcomes.add(together.begin(() -> {
                        parts.labeling().merge(instance, values);
                        return true;
                    }));
                }
                Doc pod = pods.get(id.value());
                if (pod != null && !values.isEmpty() && !isPassing(values)) {
                    outcomes.add(together.begin(() -> {
                        parts.tpus().tag(pod, values);
                        return true;
                    }));
                }
            });
            for (var outcome : outcomes) {
                try {
                    outcome.get();
                } catch (ProviderException e) {
                    failure = Optional.of(e);
                }
            }
        }
        wanted.forEach((id, values) -> {
            if (ours.containsKey(id.value())) {
                parts.instances().written(id.value(), values);
            }
        });
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private static boolean isPassing(Map<String, String> values) {
        return values.size() == 1 && PASSING.contains(values.getOrDefault(Tags.STATUS, ""));
    }

    /** Only what the list shows as this cluster's is ever touched. */
    private Map<String, Doc> ours(Collection<MachineId> ids) throws ProviderException, InterruptedException {
        Map<String, Doc> found = parts.instances().known();
        Map<String, Doc> pods = pods();
        boolean all = ids.stream().allMatch(id -> found.containsKey(id.value()) || pods.containsKey(id.value()));
        if (all) {
            return found;
        }
        parts.instances().forget();
        return parts.instances().known();
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        Map<String, Doc> pods = pods();
        for (MachineId id : ids) {
            Doc pod = pods.get(id.value());
            if (pod != null) {
                parts.tpus().delete(pod);
            }
        }
        Map<String, Doc> ours = ours(ids);
        var end = new LinkedHashMap<String, Doc>();
        var stop = new LinkedHashMap<String, Doc>();
        for (MachineId id : ids) {
            Doc instance = ours.get(id.value());
            if (instance != null) {
                boolean spot = parts.instances()
                        .machine(id.value(), instance)
                        .offer()
                        .filter(offer -> offer.market() == Offer.Market.SPOT)
                        .isPresent();
                (settings.stopInsteadOfEnd() && !spot ? stop : end).put(id.value(), instance);
            }
        }
        var ending = new Ending(parts.rest(), parts.instances());
        ending.delete(end);
        ending.stop(stop);
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        var stopped = new LinkedHashMap<String, Doc>();
        parts.instances().stopped().forEach(instance -> stopped.put(instance.text("name"), instance));
        if (!stopped.isEmpty() && settings.stopInsteadOfEnd()) {
            // They need their network and key when they are started again.
            return;
        }
        new Ending(parts.rest(), parts.instances()).delete(stopped);
        parts.tpus().remove();
        parts.removal().run();
        try {
            Trees.delete(context.state());
        } catch (IOException e) {
            throw GcpProblems.files("remove the cluster's key", e);
        }
        synchronized (this) {
            foundation = null;
        }
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        Doc pod = known(machine, true);
        boolean inside = context.onHead() || settings.reachesInside(machine.role() == NodeRole.HEAD);
        List<String> hosts = TpuNodes.hosts(pod, inside);
        if (hosts.size() > 1) {
            var runners = new ArrayList<CommandRunner>();
            for (String address : hosts) {
                runners.add(context.ssh().apply(ssh(machine, address, List.of())));
            }
            return new Reach.Own(new PodRunner(runners));
        }
        Optional<String> address = context.onHead() ? machine.internalAddress() : machine.externalAddress();
        String there = address.or(machine::internalAddress).orElse("");
        return ssh(machine, there, hostKeys(machine, there));
    }

    /** What is behind a machine; nothing when it is the other kind. */
    private Doc known(Machine machine, boolean pod) throws ProviderException {
        try {
            Map<String, Doc> all = pod ? pods() : parts.instances().known();
            return all.getOrDefault(machine.id().value(), Doc.EMPTY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Doc.EMPTY;
        }
    }

    private List<String> hostKeys(Machine machine, String address) throws ProviderException {
        Doc instance = known(machine, false);
        if (address.isEmpty() || !instance.has("id")) {
            return List.of();
        }
        try {
            return hostKeys.options(instance, address);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private Reach.Ssh ssh(Machine machine, String address, List<String> options) throws ProviderException {
        boolean head = machine.role() == NodeRole.HEAD;
        return new Reach.Ssh(
                address,
                22,
                known().map(Foundation::login)
                        .filter(login -> !login.isEmpty())
                        .or(() -> Optional.of(parts.keys().user())),
                Optional.of(keyFile()),
                context.onHead() || (!head && settings.internalAddresses() && settings.externalHead())
                        ? Optional.empty()
                        : settings.auth().sshProxyCommand(),
                options);
    }

    private String keyFile() {
        if (!context.onHead()) {
            Optional<Path> users = parts.keys().usersKey();
            if (users.isPresent()) {
                return users.get().toString();
            }
        }
        return parts.keys().file().toAbsolutePath().toString();
    }

    private final class MarketPricing implements Pricing {
        @Override
        public List<Offer> offers(String nodeType) {
            return parts.ways().choices(context.config().nodeType(nodeType)).stream()
                    .map(Ways.Choice::offer)
                    .toList();
        }

        @Override
        public Outlook outlook(ClusterConfig wanted) throws ProviderException, InterruptedException {
            return new GcpOutlook(parts, wanted, surroundings.caller()).look();
        }
    }

    private final class ProjectInventory implements Inventory {
        @Override
        public List<Holding> holdings() throws ProviderException, InterruptedException {
            Collection<Doc> instances = parts.instances().look().values();
            return new Holdings(settings, parts.removal(), parts.firewalls(), parts.account(), parts.login())
                    .list(
                            instances,
                            List.copyOf(parts.tpus().look().keySet()),
                            parts.tpus().unknown());
        }

        @Override
        public List<String> clusters() throws ProviderException, InterruptedException {
            var names =
                    new TreeSet<>(new KnownClusters(settings, parts.rest(), parts.firewalls(), parts.owned()).names());
            names.addAll(parts.tpus().clusters());
            names.remove("");
            return List.copyOf(names);
        }
    }

    @Override
    public void close() {
        parts.rest().close();
    }
}
