package io.manta.cli;

/** The version in the jar's manifest. */
public final class Version {
    private Version() {}

    /** What {@code --version} prints. */
    public static String line() {
        return "manta " + text();
    }

    public static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
