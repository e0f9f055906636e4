package io.manta.cli.wire;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Jars that stay while a daemon runs from them. A package manager replaces an installed program at any time, and a daemon whose
 * jars were taken away could neither go on nor be started again.
 */
final class KeptProgram {
    /** Set by the launcher of an installed program: names its contents. A source tree keeps its builds itself. */
    static final String ID = "manta.program";

    private static final String PREFIX = "program-";

    private KeptProgram() {}

    /**
     * The class path to start a daemon with.
     *
     * @param runtime where copies are kept
     */
    static String classPath(Path runtime, String id, String own) {
        if (id.isEmpty()) {
            return own;
        }
        Path kept = runtime.resolve(PREFIX + id);
        try {
            if (!Files.isDirectory(kept)) {
                copy(own, kept);
                removeUnused(runtime, kept);
            }
        } catch (IOException e) {
            // A full disk: better a daemon that an upgrade would end than none.
            return own;
        }
        var jars = new ArrayList<String>();
        for (String jar : own.split(File.pathSeparator, -1)) {
            jars.add(kept.resolve(Path.of(jar).getFileName()).toString());
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void copy(String classPath, Path kept) throws IOException {
        Path runtime = Files.createDirectories(kept.resolveSibling("."));
        Path part = Files.createTempDirectory(runtime, ".program");
        try {
            for (String jar : classPath.split(File.pathSeparator, -1)) {
                Files.copy(Path.of(jar), part.resolve(Path.of(jar).getFileName()));
            }
            Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException e) {
            // Another process was faster and has copied the same.
            return;
        } finally {
            delete(part);
        }
    }

    private static void removeUnused(Path runtime, Path kept) throws IOException {
        List<String> running = ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .toList();
        try (Stream<Path> others = Files.list(runtime)) {
            for (Path other : others.toList()) {
                boolean used = running.stream().anyMatch(line -> line.contains(other.toString()));
                boolean program = String.valueOf(other.getFileName()).startsWith(PREFIX);
                if (program && !used && !other.equals(kept)) {
                    delete(other);
                }
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
