package io.manta.config.fingerprint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Hashes what local paths hold, in Ray's order: directory names, file names and bytes; no times, no modes. */
final class MountContents {
    private final MessageDigest digest = RayHash.digest();
    private final byte[] buffer = new byte[1 << 16];

    /** @param expanded local paths with {@code ~} already replaced, as texts: the texts themselves are hashed */
    void add(Collection<String> expanded, Path base) throws IOException {
        for (String path : expanded.stream().sorted(CodePoints.ORDER).toList()) {
            Path local = base.resolve(path);
            if (Files.isDirectory(local)) {
                tree(path, local);
            } else {
                file(local);
            }
        }
    }

    String spelled() throws CloneNotSupportedException {
        return RayHash.spell(((MessageDigest) digest.clone()).digest());
    }

    private void tree(String name, Path root) throws IOException {
        var dirs = new TreeMap<String, List<Path>>(CodePoints.ORDER);
        Path real = root.toRealPath();
        Files.walkFileTree(real, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attrs) {
                dirs.put(label(dir), new ArrayList<>());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attrs) {
                if (attrs.isRegularFile() || (attrs.isSymbolicLink() && Files.isRegularFile(file))) {
                    Path dir = file.getParent();
                    dirs.computeIfAbsent(label(dir == null ? real : dir), d -> new ArrayList<>())
                            .add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            private String label(Path dir) {
                String inside = real.relativize(dir).toString();
                return inside.isEmpty() ? name : name.endsWith("/") ? name + inside : name + "/" + inside;
            }
        });
        for (var dir : dirs.entrySet()) {
            digest.update(dir.getKey().getBytes(StandardCharsets.UTF_8));
            dir.getValue()
                    .sort((a, b) ->
                            CodePoints.ORDER.compare(String.valueOf(a.getFileName()), String.valueOf(b.getFileName())));
            for (Path file : dir.getValue()) {
                digest.update(String.valueOf(file.getFileName()).getBytes(StandardCharsets.UTF_8));
                file(file);
            }
        }
    }

    private void file(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
    }
}
