package io.manta.provider.localhost;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalhostNodeProviderContractTest extends NodeProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderWorld newWorld() throws Exception {
        return new LocalhostWorld(directory);
    }
}
