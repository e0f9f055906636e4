package io.manta.e2e;

import static io.manta.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.GoModule;
import io.manta.testkit.KubernetesCluster;
import io.manta.testkit.RequiresKubernetes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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
        manta.run(
                        "init",
                        "kubernetes",
                        "--cluster-name",
                        "autoscaling-gpu",
                        "--preset",
                        "autoscaling-gpu",
                        "--file",
                        file)
                .succeeded();
        Files.writeString(
                Path.of(file), Files.readString(Path.of(file)).replace("namespace: ray ", "namespace: kuberay "));
        manta.run("export", "kuberay", file, "--out", manifest.toString()).succeeded();
        KubernetesCluster kubernetes = KubernetesCluster.shared();
        kubernetes.kubectl("apply", "--server-side", "-f", definition.toString());
        kubernetes.kubectl("create", "namespace", "kuberay");
        eventually(
                Duration.ofMinutes(1),
                "the server knows RayClusters and takes this one",
                () -> kubernetes.tryKubectl("create", "-f", manifest.toString()),
                ended -> ended.exitCode() == 0);
        Path broken = Files.writeString(
                dir.resolve("broken.yaml"), Files.readString(manifest).replace("minReplicas: 0", "minReplicas: few"));
        assertThat(kubernetes.tryKubectl("replace", "-f", broken.toString()).output())
                .contains("minReplicas", "integer");
        String[] get = {"-n", "kuberay", "get", "rayclusters/autoscaling-gpu", "-o"};
        Path stored = Files.writeString(dir.resolve("stored.yaml"), kubernetes.kubectl(with(get, "yaml")));
        MantaProgram.Run imported = manta.run("import", "kuberay", stored.toString(), "--out", file, "--force");
        assertThat(imported.succeeded().err())
                .as("nothing that the server added is missed")
                .doesNotContain("KUBERAY-");
        manta.run("export", "kuberay", file, "--out", manifest.toString(), "--force")
                .succeeded();
        kubernetes.kubectl("replace", "-f", manifest.toString());
        assertThat(kubernetes.kubectl(with(get, "jsonpath={.metadata.generation}")))
                .as("the server sees no change after import and export")
                .isEqualTo("1");
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }
}
