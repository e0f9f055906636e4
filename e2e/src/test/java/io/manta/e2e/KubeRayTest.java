package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.GoModule;
import io.manta.testkit.KubernetesCluster;
import io.manta.testkit.RequiresKubernetes;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests for the KubeRay operator, given to a real API server that knows its resources. */
@RequiresKubernetes
final class KubeRayTest {
    private static final String MODULE = "github.com/ray-project/kuberay/ray-operator@v1.6.2";

    @Test
    void aServerTakesWhatIsExportedAndGivesBackTheSameCluster(@TempDir Path dir) throws Exception {
        Path definition = GoModule.fetch(MODULE).resolve("config/crd/bases/ray.io_rayclusters.yaml");
        var manta = new MantaProgram(dir.resolve("home"));
        String file = dir.resolve("cluster.yaml").toString();
        Path manifest = dir.resolve("raycluster.yaml");
        manta.run("init", "kubernetes", "--preset", "autoscaling-gpu", "--file", file)
                .succeeded();
        manta.run("export", "kuberay", file, "--out", manifest.toString()).succeeded();
        try (var kubernetes = KubernetesCluster.up(1)) {
            kubernetes.kubectl("apply", "--server-side", "-f", definition.toString());
            kubernetes.kubectl("wait", "--for=condition=Established", "crd/rayclusters.ray.io", "--timeout=60s");
            kubernetes.kubectl("create", "namespace", "ray");
            Path broken = Files.writeString(
                    dir.resolve("broken.yaml"),
                    Files.readString(manifest).replace("minReplicas: 0", "minReplicas: few"));
            assertThat(kubernetes
                            .tryKubectl("create", "--dry-run=server", "-f", broken.toString())
                            .output())
                    .contains("minReplicas");
            kubernetes.kubectl("create", "--dry-run=server", "-f", manifest.toString());
            kubernetes.kubectl("create", "-f", manifest.toString());
            Path stored = Files.writeString(
                    dir.resolve("stored.yaml"),
                    kubernetes.kubectl("-n", "ray", "get", "rayclusters", "-o", "yaml", name(manifest)));
            MantaProgram.Run imported =
                    manta.run("import", "kuberay", stored.toString()).succeeded();
            assertThat(imported.err())
                    .as("nothing that the server added is missed")
                    .doesNotContain("KUBERAY-");
            assertThat(imported.out())
                    .isEqualTo(manta.run("import", "kuberay", manifest.toString())
                            .succeeded()
                            .out());
        }
    }

    private static String name(Path manifest) throws java.io.IOException {
        return Files.readAllLines(manifest).stream()
                .filter(line -> line.startsWith("  name: "))
                .findFirst()
                .orElseThrow()
                .substring("  name: ".length());
    }
}
