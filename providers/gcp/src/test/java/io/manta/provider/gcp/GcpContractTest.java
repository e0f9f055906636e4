package io.manta.provider.gcp;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.io.IOException;

/** Compute Engine keeps what every provider promises; the fake plays it. */
final class GcpContractTest extends NodeProviderContract {
    @Override
    protected ProviderWorld newWorld() throws IOException {
        return new GcpWorld();
    }
}
