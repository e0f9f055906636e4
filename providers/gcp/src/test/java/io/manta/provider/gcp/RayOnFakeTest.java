package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.testkit.GcpServer;
import io.manta.testkit.MotoServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ray's own provider, as it is on PyPI, brings up a cluster on the same fake: it is not made to our measure. */
@Tag("ray")
final class RayOnFakeTest {
    @TempDir
    Path home;

    @Test
    void raysOwnProviderMakesLabelsAndEndsMachinesOnTheFake() throws Exception {
        String ray = System.getProperty("manta.ray.python");
        assumeTrue(ray != null, "no Python with Ray; ./verify gives one");
        try (GcpServer server =
                GcpServer.start(java.util.List.of(), "127.0.0.1", Map.of("GCP_STATE", "{\"delay\": 0}"))) {
            var builder = new ProcessBuilder(
                            ray,
                            "-B",
                            MotoServer.above("testkit/gcp/ray_client.py").toString(),
                            server.endpoint().toString(),
                            "raytest",
                            "1",
                            "statuses",
                            "down")
                    .redirectErrorStream(true);
            Files.createDirectories(home.resolve(".ssh"));
            builder.environment().put("HOME", home.toString());
            builder.environment().put("PYTHONPATH", packages().toString());
            Process process = builder.start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(said).contains("\"nodes\": 2");
            // What Ray leaves behind after `down`, and we do not.
            assertThat(server.remains("ray-autoscaler")).contains("service account", "binding");
            assertThat(server.remains("raytest")).isEqualTo("[]");
        }
    }

    /** Where Google's client is installed; Ray's own environment does not have it. */
    private static Path packages() throws IOException {
        Path lib = GcpServer.python().resolveSibling("../lib").normalize();
        try (Stream<Path> versions = Files.list(lib)) {
            return versions.filter(path -> path.getFileName().toString().startsWith("python"))
                    .findFirst()
                    .orElseThrow()
                    .resolve("site-packages");
        }
    }
}
