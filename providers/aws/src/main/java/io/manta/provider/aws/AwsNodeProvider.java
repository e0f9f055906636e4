package io.manta.provider.aws;

import io.manta.provider.aws.access.HostKeys;
import io.manta.provider.aws.access.Policies;
import io.manta.provider.aws.check.AwsCheck;
import io.manta.provider.aws.check.AwsOutlook;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.instance.BulkCalls;
import io.manta.provider.aws.instance.InstanceTags;
import io.manta.provider.aws.instance.Interruptions;
import io.manta.provider.aws.instance.TagWriter;
import io.manta.provider.aws.launch.Launching;
import io.manta.provider.aws.launch.Reuse;
import io.manta.provider.aws.node.HostScripts;
import io.manta.provider.aws.offer.Foundation;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.prepare.Foundations;
import io.manta.provider.aws.prepare.MachineResources;
import io.manta.provider.aws.prepare.Surroundings;
import io.manta.provider.aws.removal.Holdings;
import io.manta.provider.aws.removal.KnownClusters;
import io.manta.provider.aws.removal.Removal;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.FactCache;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.aws.stopped.StoppedInstances;
import io.manta.provider.common.Trees;
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
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import io.manta.spi.remote.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.ec2.model.Instance;

/** Machines that are EC2 instances; see the package for what makes them ours. */
public final class AwsNodeProvider implements NodeProvider {
    private static final Set<String> PASSING =
            Set.of(NodeStatus.WAITING_FOR_SSH.tag(), NodeStatus.SYNCING_FILES.tag(), NodeStatus.SETTING_UP.tag());
    private static final Duration GROUP_PATIENCE = Duration.ofMinutes(5);

    private final AwsSettings settings;
    private final ClusterConfig config;
    private final AwsParts parts;
    private final TagWriter tags;
    private final BulkCalls calls;
    private final Interruptions interruptions;
    private final HostKeys hostKeys;
    private final Path state;
    private final Path shared;
    private final boolean onHead;
    private final Surroundings surroundings;
    private @Nullable Foundation foundation;

    public AwsNodeProvider(ClusterConfig config, Path state, Path shared, boolean onHead, Surroundings surroundings) {
        this.settings = AwsSettings.of(config);
        this.config = config;
        this.state = state;
        this.shared = shared;
        this.onHead = onHead;
        this.surroundings = surroundings;
        var clients = new AwsClients(settings.region(), surroundings.identity().credentials(), surroundings.link());
        this.parts = AwsParts.of(
                settings, clients, state, onHead ? state : shared, surroundings.freshness(), surroundings.clock());
        this.tags = new TagWriter(clients, surroundings.tagging());
        this.calls = new BulkCalls(clients, parts.instances());
        this.hostKeys = new HostKeys(clients, state, surroundings.clock());
        this.interruptions = new Interruptions(clients, surroundings.freshness().multipliedBy(3), surroundings.clock());
    }

    @Override
    public Features features() {
        return Features.of(Traits.CLOUD)
                .with(new AccountInventory())
                .with(new MarketPricing())
                .with(new StoppedInstances(parts, tags, surroundings.clock()))
                .with(parts.baked())
                .withHosts(this::hostCommands)
                .withFacts(wanted -> new MachineResources(parts).fill(wanted))
                .withGroundwork(this::isPrepared)
                .withRights(this::policies);
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        var check = new AwsCheck(parts, wanted, surroundings);
        return depth == Depth.QUICK ? check.brief() : check.thorough();
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) throws ProviderException, InterruptedException {
        if (onHead) {
            return;
        }
        MonitoringTexts before = known().map(Foundation::monitoring).orElse(MonitoringTexts.NONE);
        Foundation laid = new Foundations(parts, surroundings.caller()).lay(wanted, progress);
        if (!before.equals(laid.monitoring())) {
            parts.cloudWatch()
                    .refresh(
                            before,
                            laid.monitoring(),
                            parts.instances().list().stream()
                                    .filter(Machine::isLive)
                                    .toList());
        }
        try {
            laid.write(state);
            FactCache.copy(shared, state);
        } catch (IOException e) {
            throw AwsProblems.files("keep what was prepared", e);
        }
        remember(laid);
    }

    private boolean isPrepared(ClusterConfig wanted) {
        try {
            Optional<Foundation> laid = known();
            return laid.isPresent() && new Foundations(parts, surroundings.caller()).isEnough(wanted, laid.get());
        } catch (ProviderException e) {
            return false;
        }
    }

    private synchronized void remember(Foundation laid) {
        foundation = laid;
    }

    private synchronized Optional<Foundation> known() throws ProviderException {
        // On the head, `up` may have brought a newer one.
        if (foundation == null || onHead) {
            try {
                foundation = Foundation.read(state).orElse(foundation);
            } catch (IOException e) {
                throw AwsProblems.files("read what was prepared", e);
            }
        }
        return Optional.ofNullable(foundation);
    }

    private Foundation foundation() throws ProviderException, InterruptedException {
        Optional<Foundation> there = known();
        if (there.isEmpty()) {
            prepare(config, Progress.NONE);
            there = known();
        }
        return there.orElseThrow(() -> AwsProblems.invalid(
                "AWS-NOT-PREPARED",
                "the head does not know what was prepared for the cluster",
                "aws.json is missing in " + state,
                "run `manta up` again"));
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        var reuse = new Reuse(parts.clients(), parts.instances(), tags);
        return new Launching(
                        settings,
                        parts.clients(),
                        parts.instances(),
                        reuse,
                        parts.ways(),
                        foundation(),
                        surroundings.clock())
                .launch(request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        if (look == Look.ANEW) {
            parts.instances().forget();
        }
        return interruptions.mark(parts.instances().list());
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> wanted) throws ProviderException, InterruptedException {
        Map<String, Machine> ours = ours(wanted.keySet());
        var writes = new HashMap<String, Map<String, String>>();
        wanted.forEach((id, values) -> {
            // Steps on the way are in the event log; a call for each of them would be most of all calls.
            if (ours.containsKey(id.value()) && !values.isEmpty() && !isPassing(values)) {
                writes.put(id.value(), InstanceTags.outward(values));
            }
        });
        if (!writes.isEmpty()) {
            tags.write(writes);
        }
        wanted.forEach((id, values) -> {
            if (ours.containsKey(id.value())) {
                parts.instances().written(id.value(), values);
            }
        });
    }

    private static boolean isPassing(Map<String, String> values) {
        return values.size() == 1 && PASSING.contains(values.getOrDefault(Tags.STATUS, ""));
    }

    /** Only what the list shows as this cluster's is ever touched. */
    private Map<String, Machine> ours(Collection<MachineId> ids) throws ProviderException, InterruptedException {
        Map<String, Machine> found = byId(parts.instances().list());
        boolean all = ids.stream().allMatch(id -> found.containsKey(id.value()));
        return all ? found : byId(parts.instances().listNow());
    }

    private static Map<String, Machine> byId(List<Machine> machines) {
        var map = new HashMap<String, Machine>();
        machines.forEach(machine -> map.put(machine.id().value(), machine));
        return map;
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        if (ids.isEmpty()) {
            return;
        }
        Map<String, Machine> ours = ours(ids);
        var end = new ArrayList<String>();
        var stop = new ArrayList<String>();
        for (MachineId id : new HashSet<>(ids)) {
            Machine machine = ours.get(id.value());
            if (machine != null) {
                boolean spot = machine.offer()
                        .filter(offer -> offer.market() == Offer.Market.SPOT)
                        .isPresent();
                (settings.stopInsteadOfEnd() && !spot ? stop : end).add(id.value());
            }
        }
        calls.end(end);
        calls.stop(stop);
        Optional<MonitoringTexts> watched = known().map(Foundation::monitoring);
        if (watched.flatMap(MonitoringTexts::alarm).isPresent()) {
            parts.cloudWatch()
                    .end(watched.get(), end.stream().map(MachineId::new).toList());
        }
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        List<String> stopped =
                parts.instances().stopped().stream().map(Instance::instanceId).toList();
        if (!stopped.isEmpty() && settings.stopInsteadOfEnd()) {
            // They need their network and key when they are started again.
            return;
        }
        calls.end(stopped);
        new Removal(parts, GROUP_PATIENCE, surroundings.clock(), known().map(Foundation::monitoring)).run();
        try {
            Trees.delete(state);
        } catch (IOException e) {
            throw AwsProblems.files("remove the cluster's key", e);
        }
        synchronized (this) {
            foundation = null;
        }
    }

    @Override
    public Reach reach(Machine machine) {
        boolean head = machine.role() == NodeRole.HEAD;
        String address = (onHead ? machine.internalAddress() : machine.externalAddress())
                .or(machine::internalAddress)
                .orElse("");
        // Each is asked by whoever sets it up: the head by its user, workers by the head.
        boolean ask = head != onHead && !settings.rayDefaults() && machine.state() == Machine.MachineState.RUNNING;
        return new Reach.Ssh(
                address,
                22,
                settings.auth().sshUser(),
                Optional.of(keyFile()),
                onHead || (!head && settings.internalAddresses() && settings.externalHead())
                        ? Optional.empty()
                        : settings.auth().sshProxyCommand(),
                ask ? hostKeys.options(machine, address) : List.of());
    }

    private String keyFile() {
        if (!onHead) {
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
            try {
                Optional<Foundation> laid = known();
                if (laid.isPresent()) {
                    var choices = parts.ways().choices(config.nodeType(nodeType), laid.get());
                    if (!choices.isEmpty()) {
                        return choices.stream().map(Ways.Choice::offer).toList();
                    }
                }
            } catch (ProviderException e) {
                // What cannot be read is found out, and told, when something is launched.
                return List.of(Offer.plain(nodeType));
            }
            return List.of(Offer.plain(nodeType));
        }

        @Override
        public Outlook outlook(ClusterConfig wanted) throws ProviderException, InterruptedException {
            return new AwsOutlook(parts, wanted, surroundings.caller()).look();
        }
    }

    private final class AccountInventory implements Inventory {
        @Override
        public List<Holding> holdings() throws ProviderException, InterruptedException {
            return new Holdings(parts, known().map(Foundation::monitoring)).list();
        }

        @Override
        public List<String> clusters() throws ProviderException, InterruptedException {
            return new KnownClusters(parts).names();
        }
    }

    private Map<String, String> policies(ClusterConfig wanted) {
        var policies = new LinkedHashMap<String, String>();
        policies.put("user", new Policies(settings, parts.owned()).user());
        policies.put("head", parts.role().policy(wanted));
        return policies;
    }

    private List<Command> hostCommands(Machine machine) throws ProviderException, InterruptedException {
        Optional<Foundation> laid = known();
        if (laid.isPresent()) {
            parts.cloudWatch().add(laid.get().monitoring(), machine);
        }
        return laid.isEmpty() ? List.of() : new HostScripts(config, settings, parts.clients()).of(machine, laid.get());
    }

    @Override
    public void close() {
        parts.clients().close();
    }
}
