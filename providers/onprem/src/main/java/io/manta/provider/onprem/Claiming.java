package io.manta.provider.onprem;

import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeSpec;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes free hosts for nodes. Two processes that ask for the same node may each take a host; both then see two claims, and
 * both keep the older and give back the other.
 */
final class Claiming {
    private final OnPremSettings settings;
    private final HostPool pool;
    private final HostShell shell;
    private final Machines machines;
    private final Clock clock;
    private final String publicKey;
    private final Map<Host, Problem> reasons = new LinkedHashMap<>();
    private final Set<Host> taken = new HashSet<>();

    /** @param publicKey goes with every claim; empty when all hosts have it */
    Claiming(
            OnPremSettings settings, HostPool pool, HostShell shell, Machines machines, Clock clock, String publicKey) {
        this.settings = settings;
        this.pool = pool;
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
        this.publicKey = publicKey;
    }

    LaunchResult launch(LaunchRequest request) throws InterruptedException {
        List<Host> hosts = pool.hosts().stream()
                .filter(host -> request.nodes().stream().anyMatch(node -> fits(host, node)))
                .toList();
        var open = new ArrayList<>(request.nodes());
        // What was known a moment ago will do, unless it is not enough: a host says itself whether it can be taken.
        take(open, hosts);
        if (!open.isEmpty()) {
            hosts.forEach(pool::forget);
            take(open, hosts);
        }
        List<Machine> created = confirm(request, hosts);
        return created.size() == request.nodes().size()
                ? new LaunchResult(created, Optional.empty())
                : new LaunchResult(
                        created,
                        Optional.of(OnPremProblems.tooFew(request.nodes().size(), created.size(), reasons(request))));
    }

    /** Removes from the list what has a host then. */
    private void take(List<NodeSpec> open, List<Host> hosts) throws InterruptedException {
        reasons.clear();
        Set<Host> free = new HashSet<>();
        var held = new HashMap<String, Host>();
        pool.looks(hosts, (shells, host) -> shell.look(shells, settings.identity()))
                .forEach((host, answer) -> sort(host, answer, free, held));
        open.removeIf(node -> held.containsKey(node.id().value()));
        while (!open.isEmpty()) {
            Map<Host, NodeSpec> plan = assign(open, free);
            if (plan.isEmpty()) {
                return;
            }
            free.removeAll(plan.keySet());
            open.removeAll(claim(plan).keySet());
        }
    }

    private void sort(Host host, HostPool.Answer answer, Set<Host> free, Map<String, Host> held) {
        answer.problem().ifPresent(problem -> reasons.put(host, problem));
        if (answer.look().isEmpty()) {
            return;
        }
        Optional<HostLook.Claim> claim = answer.look().get().claim();
        if (claim.isEmpty()) {
            free.add(host);
        } else if (!claim.get().cluster().equals(settings.identity())) {
            reasons.put(host, OnPremProblems.taken(host.name(), claim.get()));
        } else if (answer.look().get().ending().isEmpty()) {
            held.put(claim.get().node(), host);
        }
    }

    // Each node has its own order of hosts, the same for everyone who asks for it.
    private static Map<Host, NodeSpec> assign(List<NodeSpec> open, Set<Host> free) {
        var plan = new LinkedHashMap<Host, NodeSpec>();
        for (NodeSpec node : open) {
            free.stream()
                    .filter(host -> !plan.containsKey(host))
                    .filter(host -> fits(host, node))
                    .min(Comparator.<Host>comparingInt(host -> (host.name() + " " + node.id()).hashCode())
                            .thenComparing(Host::name))
                    .ifPresent(host -> plan.put(host, node));
        }
        return plan;
    }

    private static boolean fits(Host host, NodeSpec node) {
        return (host.role() == NodeRole.HEAD) == (node.role() == NodeRole.HEAD);
    }

    private Map<NodeSpec, Host> claim(Map<Host, NodeSpec> plan) throws InterruptedException {
        long now = clock.instant().getEpochSecond();
        var answers = pool.ask(plan.keySet(), (shells, host) -> {
            NodeSpec node = plan.get(host);
            return shell.claim(
                    shells,
                    settings.identity(),
                    node == null ? "" : node.id().value(),
                    now,
                    node == null ? Map.of() : node.tags(),
                    publicKey);
        });
        pool.note(answers);
        var claimed = new LinkedHashMap<NodeSpec, Host>();
        answers.forEach((host, answer) -> {
            answer.problem().ifPresent(problem -> reasons.put(host, problem));
            answer.look().ifPresent(look -> {
                NodeSpec node = plan.get(host);
                if (look.claimed() && node != null) {
                    claimed.put(node, host);
                    taken.add(host);
                } else if (look.error().isPresent()) {
                    reasons.put(host, OnPremProblems.cannotWrite(host.name(), OnPremNodeProvider.CLAIMS));
                } else {
                    look.claim().ifPresent(by -> reasons.put(host, OnPremProblems.taken(host.name(), by)));
                }
            });
        });
        return claimed;
    }

    /** Looks once more at hosts that were not just taken, gives back what was taken twice, and tells what each node has now. */
    private List<Machine> confirm(LaunchRequest request, List<Host> hosts) throws InterruptedException {
        hosts.stream().filter(host -> !taken.contains(host)).forEach(pool::forget);
        var answers = pool.looks(hosts, (shells, host) -> shell.look(shells, settings.identity()));
        var created = new ArrayList<Machine>();
        for (NodeSpec node : request.nodes()) {
            List<Host> holders = answers.entrySet().stream()
                    .filter(entry -> holds(entry.getValue(), node.id().value()))
                    .map(Map.Entry::getKey)
                    .sorted(Comparator.comparing((Host host) -> created(answers.get(host)))
                            .thenComparing(Host::name))
                    .toList();
            for (Host extra : holders.stream().skip(1).toList()) {
                pool.ask(
                        List.of(extra),
                        (shells, at) ->
                                shell.end(shells, settings.identity(), node.id().value()));
            }
            holders.stream().findFirst().ifPresent(host -> created.add(seen(host, answers.get(host))));
        }
        return created;
    }

    private Machine seen(Host host, HostPool.@Nullable Answer answer) {
        HostLook look = Objects.requireNonNull(answer).look().orElseThrow();
        return machines.seen(host, look.claim().orElseThrow(), look);
    }

    private boolean holds(HostPool.Answer answer, String node) {
        return answer.look()
                .filter(look -> look.ending().isEmpty())
                .flatMap(look -> look.claimOf(settings.identity()))
                .filter(claim -> claim.node().equals(node))
                .isPresent();
    }

    private static Instant created(HostPool.@Nullable Answer answer) {
        return Objects.requireNonNull(answer)
                .look()
                .flatMap(HostLook::claim)
                .map(HostLook.Claim::created)
                .orElse(Instant.MAX);
    }

    private List<Problem> reasons(LaunchRequest request) {
        boolean head = request.nodes().stream().anyMatch(node -> node.role() == NodeRole.HEAD);
        return reasons.entrySet().stream()
                .filter(entry -> (entry.getKey().role() == NodeRole.HEAD) == head)
                .map(Map.Entry::getValue)
                .toList();
    }
}
