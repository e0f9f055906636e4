package io.manta.remote.process;

import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PathPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies files the way {@code rsync -a} does: only those whose size or time differ, with their modes and times, links as
 * links, nothing deleted. A source directory with a slash at the end means its contents.
 */
final class TreeCopy {
    private final List<PathPattern> excludes;
    private final List<String> ignoreFiles;
    private final OutputSink output;

    TreeCopy(List<String> excludes, List<String> ignoreFiles, OutputSink output) {
        this.excludes = excludes.stream().map(text -> PathPattern.of(text, "")).toList();
        this.ignoreFiles = ignoreFiles;
        this.output = output;
    }

    void copy(String from, String to) throws IOException, InterruptedException {
        Path source = Path.of(from);
        Path target = Path.of(to);
        if (!Files.isDirectory(source)) {
            boolean into = to.endsWith("/") || Files.isDirectory(target);
            String name = source.getFileName().toString();
            // A link that was named itself stands for the file it leads to.
            copyFile(source.toRealPath(), into ? target.resolve(name) : target, name);
        } else if (from.endsWith("/")) {
            copyDirectory(source, target, "", excludes);
        } else {
            String name = source.toAbsolutePath().normalize().getFileName().toString();
            copyDirectory(source, target.resolve(name), name, excludes);
        }
    }

    private void copyDirectory(Path source, Path target, String path, List<PathPattern> inherited)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while copying " + source);
        }
        Files.createDirectories(target);
        String prefix = path.isEmpty() ? "" : path + "/";
        List<PathPattern> rules = withIgnoreFiles(source, prefix, inherited);
        List<Path> children;
        try (Stream<Path> list = Files.list(source)) {
            children = list.sorted().toList();
        }
        for (Path child : children) {
            String name = child.getFileName().toString();
            boolean directory = Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS);
            if (rules.stream().anyMatch(rule -> rule.matches(prefix + name, directory))) {
                continue;
            }
            if (directory) {
                copyDirectory(child, target.resolve(name), prefix + name, rules);
            } else {
                copyFile(child, target.resolve(name), prefix + name);
            }
        }
        copyAttributes(source, target);
    }

    private List<PathPattern> withIgnoreFiles(Path directory, String prefix, List<PathPattern> inherited)
            throws IOException {
        var rules = new ArrayList<>(inherited);
        for (String name : ignoreFiles) {
            Path file = directory.resolve(name);
            if (Files.isRegularFile(file)) {
                Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.startsWith(";"))
                        .forEach(line -> rules.add(PathPattern.of(line, prefix)));
            }
        }
        return rules;
    }

    private void copyFile(Path source, Path target, String path) throws IOException {
        if (Files.isSymbolicLink(source)) {
            copyLink(source, target, path);
            return;
        }
        if (!Files.isRegularFile(source) || isSame(source, target)) {
            return;
        }
        Files.createDirectories(target.toAbsolutePath().getParent());
        // Whoever reads the target meanwhile sees the old file or the new one, never half of it.
        Path part = target.resolveSibling("." + target.getFileName() + ".part");
        Files.copy(source, part, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        output.line(path);
    }

    private void copyLink(Path source, Path target, String path) throws IOException {
        Path to = Files.readSymbolicLink(source);
        if (Files.isSymbolicLink(target) && Files.readSymbolicLink(target).equals(to)) {
            return;
        }
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.deleteIfExists(target);
        Files.createSymbolicLink(target, to);
        output.line(path + " -> " + to);
    }

    private static boolean isSame(Path source, Path target) throws IOException {
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        copyMode(source, target);
        return Files.size(source) == Files.size(target)
                && Files.getLastModifiedTime(source).equals(Files.getLastModifiedTime(target));
    }

    private static void copyMode(Path source, Path target) throws IOException {
        Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(source));
    }

    private static void copyAttributes(Path source, Path target) throws IOException {
        copyMode(source, target);
        Files.setLastModifiedTime(target, Files.getLastModifiedTime(source));
    }
}
