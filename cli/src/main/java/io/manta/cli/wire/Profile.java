package io.manta.cli.wire;

import io.manta.cli.Call;

/** The cloud profile that a command line asks for. */
public final class Profile {
    private static final String PROPERTY = "aws.profile";

    private Profile() {}

    /** For this process: the cloud's own libraries look there as well. */
    public static void choose(Call call) {
        call.text("--profile").ifPresent(name -> System.setProperty(PROPERTY, name));
    }
}
