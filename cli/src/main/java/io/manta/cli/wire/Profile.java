package io.manta.cli.wire;

import io.manta.cli.Call;

/** The cloud profile, or the context of Kubernetes, that a command line asks for. */
public final class Profile {
    private static final String AWS = "aws.profile";
    private static final String KUBERNETES = "manta.kubernetes.context";

    private Profile() {}

    /** For this process: the cloud's own libraries look there as well. */
    public static void choose(Call call) {
        call.text("--profile").ifPresent(name -> {
            System.setProperty(AWS, name);
            System.setProperty(KUBERNETES, name);
        });
    }
}
