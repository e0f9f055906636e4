package io.manta.controller.daemon;

import io.manta.spi.model.FileSettings;
import io.manta.spi.remote.IgnoreRules;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Tells whether mounted files have changed, by names, sizes and times, without reading them. */
final class MountedFiles {
    private MountedFiles() {}

    static Path path(String written) {
        boolean home = written.equals("~") || written.startsWith("~/");
        return Path.of(home ? System.getProperty("user.home") + written.substring(1) : written);
    }

    static String stamp(FileSettings files) throws IOException {
        IgnoreRules ignored = IgnoreRules.of(files.rsyncExclude());
        var text = new StringBuilder();
        for (var mount : files.mounts().entrySet()) {
            Path root = path(mount.getValue());
            text.append(mount.getKey()).append('\n');
            if (Files.exists(root)) {
                Files.walkFileTree(root, new Listing(root, ignored, text));
            }
        }
        return Long.toHexString(hash(text)) + "-" + text.length();
    }

    private static long hash(CharSequence text) {
        long hash = 1125899906842597L;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    private static final class Listing extends SimpleFileVisitor<Path> {
        private final Path root;
        private final IgnoreRules ignored;
        private final StringBuilder text;

        Listing(Path root, IgnoreRules ignored, StringBuilder text) {
            this.root = root;
            this.ignored = ignored;
            this.text = text;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            return !dir.equals(root) && ignored.ignores(name(dir), true)
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = name(file);
            if (!ignored.ignores(name, false)) {
                text.append(name)
                        .append(' ')
                        .append(attributes.size())
                        .append(' ')
                        .append(attributes.lastModifiedTime().toMillis())
                        .append('\n');
            }
            return FileVisitResult.CONTINUE;
        }

        private String name(Path path) {
            return path.equals(root)
                    ? path.getFileName().toString()
                    : root.relativize(path).toString();
        }
    }
}
