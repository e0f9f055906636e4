package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.home.ClusterHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The cloud profile, or the kubeconfig file and context of Kubernetes, that a command line asks for, now or when the cluster was
 * brought up.
 */
public final class Profile {
    private static final String AWS = "aws.profile";
    private static final String CONTEXT = "manta.kubernetes.context";
    private static final String KUBECONFIG = "manta.kubernetes.kubeconfig";

    private Profile() {}

    /** For this process: the cloud's own libraries look there as well. */
    public static void choose(Call call) {
        use(
                call.text("--profile").orElse(""),
                call.text("--kubeconfig")
                        .map(file -> Path.of(file).toAbsolutePath().toString())
                        .orElse(""));
    }

    private static void use(String name, String kubeconfig) {
        if (!name.isEmpty()) {
            System.setProperty(AWS, name);
            System.setProperty(CONTEXT, name);
        }
        if (!kubeconfig.isEmpty()) {
            System.setProperty(KUBECONFIG, kubeconfig);
        }
    }

    /** Later verbs use what the cluster was made with. */
    static void remember(ClusterHome home) throws IOException {
        String name = System.getProperty(AWS, "");
        String kubeconfig = System.getProperty(KUBECONFIG, "");
        if (!name.isEmpty() || !kubeconfig.isEmpty()) {
            AtomicFile.write(file(home), name + "\n" + kubeconfig + "\n");
        }
    }

    static void recall(ClusterHome home) {
        try {
            if (Files.exists(file(home))) {
                List<String> kept = Files.readAllLines(file(home));
                use(
                        System.getProperty(AWS) == null && !kept.isEmpty()
                                ? kept.get(0).strip()
                                : "",
                        System.getProperty(KUBECONFIG) == null && kept.size() > 1
                                ? kept.get(1).strip()
                                : "");
            }
        } catch (IOException e) {
            // Then whoever the surroundings say; a wrong one is refused with a name.
            return;
        }
    }

    private static Path file(ClusterHome home) {
        return home.profile();
    }
}
