package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.controller.home.AtomicFile;
import io.manta.controller.home.ClusterHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The cloud profile, or the context of Kubernetes, that a command line asks for, now or when the cluster was brought up. */
public final class Profile {
    private static final String AWS = "aws.profile";
    private static final String KUBERNETES = "manta.kubernetes.context";

    private Profile() {}

    /** For this process: the cloud's own libraries look there as well. */
    public static void choose(Call call) {
        call.text("--profile").ifPresent(Profile::use);
    }

    private static void use(String name) {
        System.setProperty(AWS, name);
        System.setProperty(KUBERNETES, name);
    }

    /** Later verbs use the profile that the cluster was made with. */
    static void remember(ClusterHome home) throws IOException {
        Optional<String> chosen = Optional.ofNullable(System.getProperty(AWS));
        if (chosen.isPresent()) {
            AtomicFile.write(file(home), chosen.get() + "\n");
        }
    }

    static void recall(ClusterHome home) {
        try {
            if (System.getProperty(AWS) == null && Files.exists(file(home))) {
                use(Files.readString(file(home)).strip());
            }
        } catch (IOException e) {
            // Then whoever the surroundings say; a wrong one is refused with a name.
            return;
        }
    }

    private static Path file(ClusterHome home) {
        return home.dir().resolve("profile");
    }
}
