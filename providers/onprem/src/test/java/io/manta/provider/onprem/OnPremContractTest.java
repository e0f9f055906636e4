package io.manta.provider.onprem;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import org.junit.jupiter.api.Tag;

@Tag("hosts")
class OnPremContractTest extends NodeProviderContract {
    @Override
    protected ProviderWorld newWorld() throws Exception {
        return new OnPremWorld();
    }
}
