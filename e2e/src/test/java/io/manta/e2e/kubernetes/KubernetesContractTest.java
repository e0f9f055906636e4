package io.manta.e2e.kubernetes;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import io.manta.testkit.RequiresKubernetes;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Pods keep what every provider promises, on a real Kubernetes. */
@RequiresKubernetes
final class KubernetesContractTest extends NodeProviderContract {
    /** Here pods have to run; elsewhere it is enough that they are there. */
    private static final Set<String> RUNNING = Set.of(
            "aMachineBecomesReadyAndReachable",
            "aTerminatedMachineIsNeverLiveAgainAndGoesAway",
            "aTerminationThatDiedIsCompletedByTheNextToLook");

    @TempDir
    Path directory;

    private final boolean running;

    KubernetesContractTest(TestInfo test) {
        running =
                test.getTestMethod().filter(m -> RUNNING.contains(m.getName())).isPresent();
    }

    @Override
    protected ProviderWorld newWorld() throws Exception {
        return new KubernetesWorld(directory, running ? KubernetesWorld.running() : KubernetesWorld.nowhere());
    }
}
