package io.manta.provider.external;

import io.manta.spi.model.MachineId;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.RestingMachines;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The same distrust for how a provider puts machines to rest. */
record GuardedRestingMachines(RestingMachines inner, TimedCalls calls, Duration timeout) implements RestingMachines {
    @Override
    public Set<MachineId> rest(Set<MachineId> ids) throws ProviderException, InterruptedException {
        return calls.run("rest", timeout.multipliedBy(4), () -> inner.rest(ids));
    }

    @Override
    public List<Sleeper> list() throws ProviderException, InterruptedException {
        return calls.run("resting list", timeout, inner::list);
    }

    @Override
    public void wake() throws ProviderException, InterruptedException {
        calls.run("wake", timeout.multipliedBy(10), () -> {
            inner.wake();
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
