package io.manta.provider.external;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The class in examples/providers/python does all that every provider must do, driven through the bridge. */
@Tag("ray")
@EnabledIf(
        value = "io.manta.provider.external.Samples#hasRay",
        disabledReason = "real Ray is only used by ./verify without --quick")
final class PythonExampleContractTest extends NodeProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderWorld newWorld() {
        return new ExternalWorld(directory, PythonSort.example());
    }
}
