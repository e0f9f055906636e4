package io.manta.provider.gcp.ground;

import io.manta.provider.common.Pause;
import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpErrors;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Two rules for machines with this cluster's network tag: SSH from the caller, and everything among themselves. */
public final class Firewalls {
    private static final List<String> PRIVATE =
            List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10");
    private static final String WORLD = "0.0.0.0/0";
    private static final int TRIES = 3;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** A rule that is being made. */
    private record Begun(Map<String, Object> rule, Doc operation) {}

    private final GcpSettings settings;
    private final Rest rest;
    private final Operations operations;
    private final Owned owned;
    private final Queue<Begun> pending = new ConcurrentLinkedQueue<>();

    public Firewalls(GcpSettings settings, Rest rest, Operations operations, Owned owned) {
        this.settings = settings;
        this.rest = rest;
        this.operations = operations;
        this.owned = owned;
    }

    /** Finds this machine's address; absent when it cannot be told. */
    @FunctionalInterface
    public interface Caller {
        Optional<String> address() throws InterruptedException;
    }

    public String tag() {
        return owned.name();
    }

    /** Who may reach SSH. */
    public List<String> sources(Caller caller, Progress progress) throws InterruptedException {
        if (!settings.sshFrom().isEmpty()) {
            return settings.sshFrom();
        } else if (settings.internalAddresses() && !settings.externalHead()) {
            return PRIVATE;
        }
        Optional<String> address = caller.address();
        if (address.isEmpty()) {
            progress.say(GcpProblems.openToWorld("").what());
            return List.of(WORLD);
        }
        return List.of(address.get() + (address.get().contains(":") ? "/128" : "/32"));
    }

    private String path() {
        return "projects/" + rest.project() + "/global/firewalls";
    }

    /** The rules as they should be. */
    private List<Map<String, Object>> rules(String network, List<String> sources) {
        var ssh = rule("-ssh", network);
        ssh.put("sourceRanges", sources);
        ssh.put("allowed", List.of(Map.of("IPProtocol", "tcp", "ports", List.of("22"))));
        var inside = rule("-internal", network);
        inside.put("sourceTags", List.of(tag()));
        inside.put("allowed", List.of(Map.of("IPProtocol", "all")));
        return List.of(ssh, inside);
    }

    private Map<String, Object> rule(String suffix, String network) {
        var rule = new LinkedHashMap<String, Object>();
        rule.put("name", owned.name() + suffix);
        rule.put("description", owned.mark());
        rule.put("network", network);
        rule.put("direction", "INGRESS");
        rule.put("targetTags", List.of(tag()));
        return rule;
    }

    /** Begins to make the rules, or to bring them up to date; both at once. {@link #settle} waits until that is done. */
    public void ensure(String network, List<String> sources) throws ProviderException, InterruptedException {
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Boolean>>();
            for (Map<String, Object> rule : rules(network, sources)) {
                outcomes.add(together.begin(() -> begin(rule).map(pending::add).orElse(true)));
            }
            for (var outcome : outcomes) {
                outcome.get();
            }
        }
    }

    /** Empty when the rule is as it should be. */
    private Optional<Begun> begin(Map<String, Object> rule) throws ProviderException, InterruptedException {
        String name = String.valueOf(rule.get("name"));
        String doing = "make the firewall rule " + name;
        Reply made = rest.ask(
                doing,
                Request.post(Service.COMPUTE, path(), rule)
                        .with("requestId", Owned.requestId(rule + "/" + System.nanoTime())),
                Set.of(409));
        if (made.isOk()) {
            return Optional.of(new Begun(rule, made.body()));
        }
        Reply there = rest.ask(doing, Request.get(Service.COMPUTE, path() + "/" + name), Set.of(404));
        if (there.isMissing()) {
            // It was on its way out.
            return begin(rule);
        }
        if (!owned.isOurs(there.body())) {
            throw GcpProblems.firewall(name);
        }
        boolean same = there.body().words("sourceRanges").equals(Doc.words(rule.get("sourceRanges")))
                && there.body().name("network").equals(Doc.lastPart(String.valueOf(rule.get("network"))));
        return same
                ? Optional.empty()
                : Optional.of(
                        new Begun(rule, rest.ask(doing, Request.patch(Service.COMPUTE, path() + "/" + name, rule))));
    }

    /** Waits for rules that are being made; machines boot meanwhile, and need them only when they are reached. */
    public void settle() throws ProviderException, InterruptedException {
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Boolean>>();
            for (Begun begun = pending.poll(); begun != null; begun = pending.poll()) {
                Begun first = begun;
                outcomes.add(together.begin(() -> settle(first)));
            }
            for (var outcome : outcomes) {
                outcome.get();
            }
        }
    }

    /** What Google has accepted and then not done is asked for again a few times. */
    private boolean settle(Begun first) throws ProviderException, InterruptedException {
        String doing = "make the firewall rule " + first.rule().get("name");
        var pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        Begun begun = first;
        for (int tried = 1; ; tried++) {
            Doc end = operations.done(doing, begun.operation());
            if (!end.has("error")) {
                return true;
            }
            ProviderException failure = GcpErrors.failed(doing, end);
            boolean mayPass = failure.kind() == ProviderException.Kind.UNKNOWN
                    || failure.kind() == ProviderException.Kind.THROTTLED;
            if (tried >= TRIES || !mayPass) {
                throw new ProviderException(failure.kind(), GcpProblems.firewallFailed(failure.problem()));
            }
            pause.await();
            Optional<Begun> again = begin(first.rule());
            if (again.isEmpty()) {
                return true;
            }
            begun = again.get();
        }
    }

    /** All rules of the project. */
    public List<Doc> all() throws ProviderException, InterruptedException {
        return rest.list("list firewall rules", Request.get(Service.COMPUTE, path()), "items");
    }

    public List<Doc> ours() throws ProviderException, InterruptedException {
        return all().stream().filter(owned::isOurs).toList();
    }

    public void remove() throws ProviderException, InterruptedException {
        settle();
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Boolean>>();
            for (Doc rule : ours()) {
                outcomes.add(together.begin(() -> remove(rule.text("name"))));
            }
            for (var outcome : outcomes) {
                outcome.get();
            }
        }
    }

    private boolean remove(String name) throws ProviderException, InterruptedException {
        String doing = "remove the firewall rule " + name;
        Reply reply = rest.ask(doing, Request.delete(Service.COMPUTE, path() + "/" + name), Set.of(404));
        if (reply.isOk()) {
            operations.succeed(doing, reply.body());
        }
        return true;
    }
}
