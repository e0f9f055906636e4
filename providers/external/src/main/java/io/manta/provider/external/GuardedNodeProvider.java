package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.RestingMachines;
import io.manta.spi.remote.Command;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * A provider that is not trusted: whatever it throws becomes a problem with a name, what it does not answer in time is given
 * up, and answers that cannot be true do not get through. Nothing it does can stop the loop.
 */
public final class GuardedNodeProvider implements NodeProvider {
    private final NodeProvider inner;
    private final TimedCalls calls;
    private final AnswerCheck answers;
    private final Duration timeout;

    public GuardedNodeProvider(NodeProvider inner, String name, Duration timeout) {
        this(inner, name, timeout, new AnswerCheck(name, Duration.ofSeconds(60)));
    }

    GuardedNodeProvider(NodeProvider inner, String name, Duration timeout, AnswerCheck answers) {
        this.inner = inner;
        this.calls = new TimedCalls(name, inner.getClass().getClassLoader());
        this.answers = answers;
        this.timeout = timeout;
    }

    @Override
    public Preflight check(ClusterConfig config) {
        return looked("check", () -> inner.check(config));
    }

    @Override
    public Preflight examine(ClusterConfig config) {
        return looked("examine", () -> inner.examine(config));
    }

    private Preflight looked(String call, Callable<Preflight> look) {
        try {
            Preflight found = calls.run(call, timeout, look);
            return found == null ? new Preflight(List.of()) : found;
        } catch (ProviderException e) {
            return new Preflight(List.of(Preflight.Finding.problem("provider", e.problem())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Preflight(List.of());
        }
    }

    @Override
    public void lookAnew() {
        try {
            calls.run("lookAnew", timeout, () -> {
                inner.lookAnew();
                return true;
            });
        } catch (ProviderException e) {
            // An old list is better than none.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<Holding> holdings() throws ProviderException, InterruptedException {
        return calls.run("holdings", timeout, inner::holdings);
    }

    @Override
    public List<String> clusters() throws ProviderException, InterruptedException {
        return calls.run("clusters", timeout, inner::clusters);
    }

    @Override
    public ClusterConfig complete(ClusterConfig config) throws ProviderException, InterruptedException {
        return calls.run("complete", timeout, () -> inner.complete(config));
    }

    @Override
    public Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException {
        return calls.run("outlook", timeout, () -> inner.outlook(config));
    }

    @Override
    public Map<String, String> policies(ClusterConfig config) {
        try {
            return calls.run("policies", timeout, () -> inner.policies(config));
        } catch (ProviderException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    @Override
    public boolean isPrepared(ClusterConfig config) {
        try {
            return calls.run("isPrepared", timeout, () -> inner.isPrepared(config));
        } catch (ProviderException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        calls.run("prepare", timeout.multipliedBy(20), () -> {
            inner.prepare(config, progress);
            return true;
        });
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        return answers.launched(request, calls.run("launch", timeout.multipliedBy(10), () -> inner.launch(request)));
    }

    @Override
    public List<Machine> list() throws ProviderException, InterruptedException {
        return answers.listed(calls.run("list", timeout, inner::list));
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        calls.run("tag", timeout, () -> {
            inner.tag(tags);
            return true;
        });
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        answers.ending(ids);
        calls.run("terminate", timeout.multipliedBy(4), () -> {
            inner.terminate(ids);
            return true;
        });
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        calls.run("cleanUp", timeout.multipliedBy(10), () -> {
            inner.cleanUp();
            return true;
        });
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        try {
            return calls.run("reach", timeout, () -> inner.reach(machine));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ExternalProblems.threw("the provider", "reach", e);
        }
    }

    @Override
    public List<Offer> offers(String nodeType) {
        try {
            return answers.offers(nodeType, calls.run("offers", timeout, () -> inner.offers(nodeType)));
        } catch (ProviderException e) {
            return List.of(Offer.plain(nodeType));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(Offer.plain(nodeType));
        }
    }

    @Override
    public List<Command> hostCommands(Machine machine) throws ProviderException, InterruptedException {
        return calls.run("hostCommands", timeout, () -> inner.hostCommands(machine));
    }

    @Override
    public Optional<RestingMachines> resting() {
        return ability("resting", inner::resting).map(machines -> new GuardedRestingMachines(machines, calls, timeout));
    }

    @Override
    public Optional<ImageBakery> bakery() {
        return ability("bakery", inner::bakery).map(bakery -> new GuardedBakery(bakery, calls, timeout));
    }

    /** What a provider does not say in time that it can, it cannot. */
    private <T> Optional<T> ability(String call, Callable<Optional<T>> question) {
        try {
            return calls.run(call, timeout, question);
        } catch (ProviderException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public boolean costsMoney() {
        try {
            return calls.run("costsMoney", timeout, inner::costsMoney);
        } catch (ProviderException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        try {
            calls.run("close", timeout, () -> {
                inner.close();
                return true;
            });
        } catch (ProviderException e) {
            // Nothing is left to be done with it.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
