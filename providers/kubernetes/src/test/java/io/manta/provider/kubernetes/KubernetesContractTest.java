package io.manta.provider.kubernetes;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Pods keep what every provider promises, on a real Kubernetes. */
@Tag("hosts")
final class KubernetesContractTest extends NodeProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderWorld newWorld() throws Exception {
        return new KubernetesWorld(directory, KubernetesWorld.running());
    }
}
