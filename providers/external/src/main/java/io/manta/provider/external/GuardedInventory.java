package io.manta.provider.external;

import io.manta.spi.provider.Holding;
import io.manta.spi.provider.Inventory;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.List;

/** The same distrust for what a provider finds. */
record GuardedInventory(Inventory inner, TimedCalls calls, Duration timeout) implements Inventory {
    @Override
    public List<Holding> holdings() throws ProviderException, InterruptedException {
        return calls.run("holdings", timeout, inner::holdings);
    }

    @Override
    public List<String> clusters() throws ProviderException, InterruptedException {
        return calls.run("clusters", timeout, inner::clusters);
    }
}
