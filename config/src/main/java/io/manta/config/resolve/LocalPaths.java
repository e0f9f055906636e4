package io.manta.config.resolve;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Turns paths as written in a cluster file into paths on this machine.
 *
 * @param base what relative paths are relative to; Ray takes the working directory
 * @param home what {@code ~} stands for
 */
public record LocalPaths(Path base, Path home) {
    /** This process's working directory and this user's home. */
    public static LocalPaths here() {
        String home = System.getenv("HOME");
        return new LocalPaths(
                Path.of("").toAbsolutePath(),
                Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", "/") : home));
    }

    /** Null when the text cannot be a path at all. */
    public @Nullable Path resolve(String written) {
        try {
            if (written.equals("~")) {
                return home;
            }
            if (written.startsWith("~/")) {
                return home.resolve(written.substring(2).replaceAll("^/+", ""));
            }
            return base.resolve(written);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
