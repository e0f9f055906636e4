package io.manta.controller.setup;

import io.manta.controller.loop.NodeSetup;
import io.manta.core.setup.SetupPlan;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.remote.CommandRunner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** Set-up of real machines: plan the steps, open a runner, run them; so many nodes at a time. */
public final class RunnerNodeSetup implements NodeSetup {
    private static final int SIDE_BY_SIDE = 64;

    private final NodeRunners runners;
    private final SetupRunner setupRunner;
    private final Semaphore places = new Semaphore(SIDE_BY_SIDE, true);

    public RunnerNodeSetup(NodeRunners runners, SetupRunner setupRunner) {
        this.runners = runners;
        this.setupRunner = setupRunner;
    }

    @Override
    public SetupOutcome setUp(SetupRequest request, Machine machine, Consumer<SetupProgress> position)
            throws InterruptedException {
        SetupPlan plan = SetupPlans.forNode(request);
        places.acquire();
        try (CommandRunner runner = runners.open(machine)) {
            return setupRunner.run(plan, machine, runner, position);
        } catch (ProviderException e) {
            return new SetupOutcome.Failed("", "", -1, List.of(), Optional.empty(), e.problem(), false);
        } finally {
            places.release();
        }
    }
}
