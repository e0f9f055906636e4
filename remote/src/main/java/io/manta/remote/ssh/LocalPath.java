package io.manta.remote.ssh;

import java.nio.file.Path;

/** Paths on this machine as users write them. */
final class LocalPath {
    private LocalPath() {}

    /** The path as text, {@code ~} expanded, a trailing slash kept. */
    static String expand(String path) {
        String home = System.getProperty("user.home");
        if (path.equals("~")) {
            return home;
        }
        return path.startsWith("~/") ? home + path.substring(1) : path;
    }

    static Path of(String path) {
        return Path.of(expand(path));
    }
}
