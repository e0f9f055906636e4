package io.manta.provider.external;

import io.manta.spi.model.MachineId;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.StoppedMachines;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The same distrust for how a provider stops machines. */
record GuardedStoppedMachines(StoppedMachines inner, TimedCalls calls, Duration timeout) implements StoppedMachines {
    @Override
    public Set<MachineId> stop(Set<MachineId> ids) throws ProviderException, InterruptedException {
        return calls.run("stop", timeout.multipliedBy(4), () -> inner.stop(ids));
    }

    @Override
    public List<Stopped> list() throws ProviderException, InterruptedException {
        return calls.run("list of stopped machines", timeout, inner::list);
    }

    @Override
    public void start() throws ProviderException, InterruptedException {
        calls.run("start", timeout.multipliedBy(10), () -> {
            inner.start();
            return true;
        });
    }

    @Override
    public void end() throws ProviderException, InterruptedException {
        calls.run("end", timeout.multipliedBy(4), () -> {
            inner.end();
            return true;
        });
    }
}
