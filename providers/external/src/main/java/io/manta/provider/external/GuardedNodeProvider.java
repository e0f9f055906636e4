package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Room;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    private final Features features;

    /** Asks the provider what it can do; one that cannot even say that cannot be used. */
    public GuardedNodeProvider(NodeProvider inner, String name, Duration timeout) throws ProviderException {
        this(inner, name, timeout, new AnswerCheck(name, Duration.ofSeconds(60)));
    }

    GuardedNodeProvider(NodeProvider inner, String name, Duration timeout, AnswerCheck answers)
            throws ProviderException {
        this.inner = inner;
        this.calls = new TimedCalls(name, inner.getClass().getClassLoader());
        this.answers = answers;
        this.timeout = timeout;
        this.features = guarded(asked("features", inner::features));
    }

    @Override
    public Features features() {
        return features;
    }

    // The record's own constructor: whoever adds a capability has to guard it here.
    private Features guarded(Features free) {
        return new Features(
                free.traits(),
                free.inventory().map(inventory -> new GuardedInventory(inventory, calls, timeout)),
                free.pricing().map(pricing -> new GuardedPricing(pricing, calls, answers, timeout)),
                free.stopped().map(machines -> new GuardedStoppedMachines(machines, calls, timeout)),
                free.bakery().map(bakery -> new GuardedBakery(bakery, calls, timeout)),
                free.hosts().map(hosts -> machine -> calls.run("hosts", timeout, () -> hosts.commands(machine))),
                free.facts().map(facts -> config -> calls.run("complete", timeout, () -> facts.complete(config))),
                free.groundwork()
                        .map(groundwork -> config -> or(true, "isPrepared", () -> groundwork.isPrepared(config))),
                free.rights().map(rights -> config -> or(Map.of(), "policies", () -> rights.policies(config))),
                free.shared().map(shared -> () -> or(Room.UNLIMITED, "room", shared::room)));
    }

    /** For calls that cannot fail: what is answered when nothing comes. */
    private <T> T or(T otherwise, String call, Callable<T> question) {
        try {
            T answer = calls.run(call, timeout, question);
            return answer == null ? otherwise : answer;
        } catch (ProviderException e) {
            return otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }

    private <T> T asked(String call, Callable<T> question) throws ProviderException {
        try {
            T answer = calls.run(call, timeout, question);
            if (answer == null) {
                throw ExternalProblems.threw("the provider", call, new NullPointerException("it answered null"));
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ExternalProblems.threw("the provider", call, e);
        }
    }

    @Override
    public Preflight check(ClusterConfig config, Depth depth) {
        try {
            Preflight found = calls.run("check", timeout, () -> inner.check(config, depth));
            return found == null ? new Preflight(List.of()) : found;
        } catch (ProviderException e) {
            return new Preflight(List.of(Preflight.Finding.problem("provider", e.problem())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Preflight(List.of());
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
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        return answers.listed(calls.run("list", timeout, () -> inner.list(look)));
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
        return asked("reach", () -> inner.reach(machine));
    }

    @Override
    public void close() {
        or(true, "close", () -> {
            inner.close();
            return true;
        });
    }
}
