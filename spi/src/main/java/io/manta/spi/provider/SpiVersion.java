package io.manta.spi.provider;

/**
 * The version of what providers are written against: everything in {@code
 * io.manta.spi}. The major number grows when a provider made for the old one could no longer work; the minor number
 * when something is added.
 *
 * <p>A plug-in's jar says which it was made for in its manifest, as {@value #MANIFEST_KEY}.
 */
public record SpiVersion(int major, int minor) {
    public static final String MANIFEST_KEY = "Manta-Spi";

    /** What this program offers. */
    public static final SpiVersion CURRENT = new SpiVersion(2, 0);

    /** Whether a plug-in made for the given version works with this one: same major number, nothing newer than we have. */
    public boolean accepts(SpiVersion made) {
        return made.major == major && made.minor <= minor;
    }

    /** Reads {@code 1.0}; a third number is allowed and has no meaning here. */
    public static SpiVersion of(String text) {
        String[] parts = text.strip().split("\\.", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw new IllegalArgumentException("not a version: " + text);
        }
        return new SpiVersion(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
