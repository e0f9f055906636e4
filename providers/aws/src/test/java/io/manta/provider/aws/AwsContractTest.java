package io.manta.provider.aws;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.io.IOException;

/** EC2 keeps what every provider promises; moto plays EC2. */
final class AwsContractTest extends NodeProviderContract {
    @Override
    protected ProviderWorld newWorld() throws IOException {
        return new AwsWorld();
    }
}
