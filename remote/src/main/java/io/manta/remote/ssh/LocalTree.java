package io.manta.remote.ssh;

import io.manta.spi.remote.IgnoreRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is to be copied from a directory, in an order in which directories come before what is in them. */
record LocalTree(List<Entry> entries) {
    /**
     * @param modified in whole seconds, as not every file system keeps more
     * @param mode as {@code chmod} takes it, such as {@code 640}
     */
    record Entry(String path, Kind kind, long size, long modified, String mode) {}

    enum Kind {
        FILE,
        DIRECTORY,
        LINK
    }

    static LocalTree read(Path root, IgnoreRules rules, List<String> ignoreFiles) throws IOException {
        var entries = new ArrayList<Entry>();
        walk(root, "", rules, ignoreFiles, entries);
        return new LocalTree(List.copyOf(entries));
    }

    private static void walk(
            Path directory, String base, IgnoreRules rules, List<String> ignoreFiles, List<Entry> entries)
            throws IOException {
        IgnoreRules here = rules;
        for (String name : ignoreFiles) {
            Path file = directory.resolve(name);
            if (Files.isRegularFile(file)) {
                here = here.plus(base, Files.readAllLines(file));
            }
        }
        List<Path> children;
        try (Stream<Path> listed = Files.list(directory)) {
            children = listed.sorted().toList();
        }
        for (Path child : children) {
            Entry entry = entry(child, base + child.getFileName());
            if (!here.ignores(entry.path(), entry.kind() == Kind.DIRECTORY)) {
                entries.add(entry);
                if (entry.kind() == Kind.DIRECTORY) {
                    walk(child, entry.path() + "/", here, ignoreFiles, entries);
                }
            }
        }
    }

    private static Entry entry(Path file, String path) throws IOException {
        var attributes = Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Kind kind = attributes.isDirectory() ? Kind.DIRECTORY : attributes.isSymbolicLink() ? Kind.LINK : Kind.FILE;
        return new Entry(
                path,
                kind,
                attributes.size(),
                attributes.lastModifiedTime().toMillis() / 1000,
                mode(attributes.permissions()));
    }

    /** As {@code chmod} takes it. */
    static String mode(Set<PosixFilePermission> permissions) {
        int bits = 0;
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            // They are declared from the owner's right to read down to others' right to run.
            bits = (bits << 1) | (permissions.contains(permission) ? 1 : 0);
        }
        return Integer.toOctalString(bits);
    }
}
