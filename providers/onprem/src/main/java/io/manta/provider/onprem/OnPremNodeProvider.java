package io.manta.provider.onprem;

import io.manta.provider.common.Trees;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeType;
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
import io.manta.spi.remote.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Machines that are the user's own hosts; see the package for what a machine is there. */
public final class OnPremNodeProvider implements NodeProvider {
    /** Where on every host claims lie, whoever makes them. */
    public static final String CLAIMS = "/var/tmp/manta";

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final OnPremSettings settings;
    private final View view;
    private final HostPool pool;
    private final HostShell shell;
    private final HostBook book;
    private final ClusterKey key;
    private final Machines machines;
    private final Path stateDir;
    private final Clock clock;
    private volatile String keyForClaims = "";

    /** From where the hosts are seen. */
    public enum View {
        /** The user's machine: their own key, their proxy, the head's outer address. */
        OUTSIDE,
        /** The head: the cluster's key, inner addresses. */
        INSIDE
    }

    /**
     * @param stateDir this cluster's own: its key, and what was last known of its hosts
     * @param shells opens a shell on a host
     * @param freshness how old an answer of a host may be that is used again by {@code list}
     */
    public OnPremNodeProvider(
            ClusterConfig config,
            Path stateDir,
            Function<Reach.Ssh, CommandRunner> shells,
            View view,
            Duration freshness) {
        this(config, stateDir, shells, view, freshness, new HostShell(CLAIMS, "/proc", PATIENCE), Clock.systemUTC());
    }

    OnPremNodeProvider(
            ClusterConfig config,
            Path stateDir,
            Function<Reach.Ssh, CommandRunner> shells,
            View view,
            Duration freshness,
            HostShell shell,
            Clock clock) {
        this.settings = OnPremSettings.of(config);
        this.view = view;
        this.stateDir = stateDir;
        this.clock = clock;
        this.key = new ClusterKey(stateDir, settings.identity());
        this.book = new HostBook(stateDir.resolve("hosts.json"));
        this.shell = shell;
        this.pool = new HostPool(settings.hosts(), host -> shells.apply(ssh(host)), PATIENCE, freshness, clock);
        this.machines = new Machines(settings, clock);
    }

    @Override
    public Features features() {
        return Features.of(Traits.OWN_HOSTS.withReachedByLaunch(true).withNeedsLittleJava(true));
    }

    @Override
    public Preflight check(ClusterConfig wanted, Depth depth) {
        try {
            return new OnPremCheck(settings, claims(), machines).preflight();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Preflight(List.of());
        }
    }

    @Override
    public void prepare(ClusterConfig wanted, Progress progress) throws ProviderException, InterruptedException {
        if (view == View.INSIDE) {
            return;
        }
        key.make();
        try {
            String line = key.line();
            if (isClaimedWhole(wanted)) {
                keyForClaims = line;
                return;
            }
            var answers = pool.ask(pool.hosts(), (shells, host) -> shell.allow(shells, line));
            answers.forEach((host, answer) -> {
                answer.problem().ifPresent(problem -> progress.say(problem.what()));
                answer.look()
                        .flatMap(HostLook::error)
                        .ifPresent(error -> progress.say(
                                OnPremProblems.keyRefused(host.name()).what()));
            });
        } catch (IOException e) {
            throw OnPremProblems.files(stateDir, e);
        }
    }

    /** Every host is free and about to be claimed: the key travels with the claims, not by a command of its own. */
    private boolean isClaimedWhole(ClusterConfig wanted) throws InterruptedException {
        int nodes = 1;
        for (NodeType type : wanted.nodeTypes().values()) {
            nodes += type.minWorkers();
        }
        return pool.hosts().size() <= nodes
                && claims().values().stream()
                        .flatMap(answer -> answer.look().stream())
                        .allMatch(look -> look.claim().isEmpty());
    }

    @Override
    public synchronized LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        var claiming = new Claiming(settings, pool, shell, machines, clock, keyForClaims);
        return claiming.launch(request);
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        return switch (look) {
            case USUAL -> list(pool.hosts());
            case ANEW -> {
                pool.hosts().forEach(pool::forget);
                yield list(pool.hosts());
            }
            case HEAD ->
                list(pool.hosts().stream()
                        .filter(host -> host.role() == NodeRole.HEAD)
                        .toList());
        };
    }

    private List<Machine> list(List<Host> hosts) throws ProviderException, InterruptedException {
        var found = new ArrayList<Machine>();
        var noted = new HashMap<String, Optional<HostLook.Claim>>();
        try {
            for (var entry : claims(hosts).entrySet()) {
                Host host = entry.getKey();
                HostPool.Answer answer = entry.getValue();
                if (answer.look().isPresent()) {
                    Optional<HostLook.Claim> ours = answer.look().get().claimOf(settings.identity());
                    if (ours.isPresent()
                            && book.isAbandoned(host.name(), ours.get().node())) {
                        end(host, ours.get().node());
                    }
                    noted.put(host.name(), ours);
                    ours.ifPresent(claim ->
                            found.add(machines.seen(host, claim, answer.look().get())));
                } else {
                    book.lastClaim(host.name())
                            .filter(claim -> !book.isAbandoned(host.name(), claim.node()))
                            .ifPresent(claim -> found.add(machines.unseen(host, claim, answer.problem())));
                }
            }
            book.note(noted);
        } catch (IOException e) {
            throw OnPremProblems.files(stateDir, e);
        }
        return found;
    }

    private Map<Host, HostPool.Answer> claims() throws InterruptedException {
        return claims(pool.hosts());
    }

    private Map<Host, HostPool.Answer> claims(List<Host> hosts) throws InterruptedException {
        return pool.looks(hosts, (shells, host) -> shell.look(shells, settings.identity()));
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        var failed = new ArrayList<Problem>();
        for (var entry : tags.entrySet()) {
            Optional<Machines.Place> place = machines.place(entry.getKey());
            if (place.isPresent() && !entry.getValue().isEmpty()) {
                Host host = place.get().host();
                pool.forget(host);
                var answers = pool.ask(
                        List.of(host),
                        (shells, at) -> shell.tag(
                                shells, settings.identity(), place.get().node(), entry.getValue()));
                pool.note(answers);
                answers.values().forEach(answer -> answer.problem().ifPresent(failed::add));
            }
        }
        if (!failed.isEmpty()) {
            throw new ProviderException(ProviderException.Kind.UNREACHABLE, failed.getFirst());
        }
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        var places = ids.stream().flatMap(id -> machines.place(id).stream()).toList();
        var nodes = new HashMap<Host, String>();
        places.forEach(place -> nodes.put(place.host(), place.node()));
        nodes.keySet().forEach(pool::forget);
        var answers = pool.ask(
                nodes.keySet(), (shells, host) -> shell.end(shells, settings.identity(), nodes.getOrDefault(host, "")));
        try {
            for (var entry : answers.entrySet()) {
                String node = nodes.getOrDefault(entry.getKey(), "");
                boolean known = book.lastClaim(entry.getKey().name())
                        .filter(claim -> claim.node().equals(node))
                        .isPresent();
                if (entry.getValue().problem().isPresent() && known) {
                    book.abandon(entry.getKey().name(), node);
                }
            }
        } catch (IOException e) {
            throw OnPremProblems.files(stateDir, e);
        }
    }

    private void end(Host host, String node) throws InterruptedException {
        pool.ask(List.of(host), (shells, at) -> shell.end(shells, settings.identity(), node));
        pool.forget(host);
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        try {
            list(Look.USUAL);
            if (!book.abandoned().isEmpty()) {
                var answers = claims();
                List<Problem> problems = book.abandoned().keySet().stream()
                        .map(name -> pool.host(name))
                        .flatMap(host -> Optional.ofNullable(answers.get(host)).stream())
                        .flatMap(answer -> answer.problem().stream())
                        .toList();
                throw OnPremProblems.leftBehind(problems);
            }
            String line = key.line();
            pool.ask(pool.hosts(), (shells, host) -> shell.forget(shells, settings.identity(), line));
            Trees.delete(stateDir);
        } catch (IOException e) {
            throw OnPremProblems.files(stateDir, e);
        }
    }

    @Override
    public Reach reach(Machine machine) {
        Host host = machines.place(machine.id())
                .map(Machines.Place::host)
                .orElseGet(() -> Host.parse(machine.id().value(), machine.role()));
        return ssh(host);
    }

    private Reach.Ssh ssh(Host host) {
        return view == View.OUTSIDE
                ? settings.fromOutside(host)
                : settings.fromInside(host, key.file().toAbsolutePath().toString());
    }

    @Override
    public void close() {
        // Ways to hosts are whoever's who gave them.
    }
}
