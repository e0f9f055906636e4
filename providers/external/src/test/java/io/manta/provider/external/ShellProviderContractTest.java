package io.manta.provider.external;

import io.manta.testkit.NodeProviderContract;
import io.manta.testkit.ProviderWorld;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The program in examples/providers/shell does all that every provider must do. */
@Tag("ray")
@EnabledIf(
        value = "io.manta.provider.external.Samples#isShellReady",
        disabledReason = "needs jq, and is only run by ./verify without --quick")
final class ShellProviderContractTest extends NodeProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderWorld newWorld() {
        return new ExternalWorld(directory, new HelperSort() {
            @Override
            List<String> command(Path where) {
                return List.of(Samples.shell().toString());
            }

            @Override
            public Map<String, Object> settings(Path where, String cluster) {
                return Map.of("command", command(where));
            }
        });
    }
}
