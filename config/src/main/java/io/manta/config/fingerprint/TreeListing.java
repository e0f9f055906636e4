package io.manta.config.fingerprint;

import io.manta.spi.remote.IgnoreRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

/** Lists the directories below a path with the files that rsync would copy, several directories at a time. */
final class TreeListing {
    /** A file to hash; {@code size} and {@code modified} (in nanoseconds) are what it had when it was listed. */
    record Entry(String name, Path path, long size, long modified) {
        static Entry of(Path path) throws IOException {
            return of(String.valueOf(path.getFileName()), path, Files.readAttributes(path, BasicFileAttributes.class));
        }

        private static Entry of(String name, Path path, BasicFileAttributes attributes) {
            return new Entry(
                    name, path, attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
        }
    }

    /**
     * A directory by the name Ray gives it.
     *
     * @param listed its files in no order: an unchanged tree is known without sorting them
     * @param mark of the names, sizes and times of its files
     */
    record Directory(String name, List<Entry> listed, ListingMark mark) {
        /** In Ray's order. */
        List<Entry> files() {
            var sorted = new ArrayList<>(listed);
            sorted.sort(Comparator.comparing(Entry::name, CodePoints.ORDER));
            return sorted;
        }
    }

    private final List<String> ignoreFiles;

    private TreeListing(List<String> ignoreFiles) {
        this.ignoreFiles = ignoreFiles;
    }

    /**
     * All directories in Ray's order. Links to directories are not followed; what is neither a file nor a link to one is left out.
     *
     * @param name what the root is called in the names of directories
     * @param ignoreFiles names of files with further rules, such as {@code .gitignore}
     */
    static List<Directory> list(String name, Path root, IgnoreRules rules, List<String> ignoreFiles, ForkJoinPool pool)
            throws IOException {
        try {
            var walk = new TreeListing(ignoreFiles).new Walk(name, root, "", rules);
            List<Directory> found = pool.invoke(walk);
            found.sort(Comparator.comparing(Directory::name, CodePoints.ORDER));
            return found;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private final class Walk extends RecursiveTask<List<Directory>> {
        private static final long serialVersionUID = 1L;

        private final transient String name;
        private final transient Path directory;
        private final transient String inside;
        private final transient IgnoreRules rules;

        Walk(String name, Path directory, String inside, IgnoreRules rules) {
            this.name = name;
            this.directory = directory;
            this.inside = inside;
            this.rules = rules;
        }

        @Override
        protected List<Directory> compute() {
            var files = new ArrayList<Entry>();
            var below = new ArrayList<Walk>();
            try {
                read(files, below);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            var mark = new ListingMark();
            files.forEach(mark::add);
            var out = new ArrayList<Directory>();
            out.add(new Directory(name, files, mark));
            for (Walk walk : invokeAll(below)) {
                out.addAll(walk.join());
            }
            return out;
        }

        private void read(List<Entry> files, List<Walk> below) throws IOException {
            IgnoreRules here = withIgnoreFiles();
            boolean all = here.patterns().isEmpty();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path path : entries) {
                    String file = String.valueOf(path.getFileName());
                    var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    if (!all && here.ignores(inside + file, attributes.isDirectory())) {
                        continue;
                    }
                    if (attributes.isDirectory()) {
                        String child = name.endsWith("/") ? name + file : name + "/" + file;
                        below.add(new Walk(child, path, inside + file + "/", here));
                    } else if (attributes.isRegularFile()) {
                        files.add(Entry.of(file, path, attributes));
                    } else if (attributes.isSymbolicLink() && Files.isRegularFile(path)) {
                        files.add(Entry.of(path));
                    }
                }
            } catch (NoSuchFileException e) {
                throw new IOException("changed while it was read: " + e.getFile(), e);
            }
        }

        private IgnoreRules withIgnoreFiles() throws IOException {
            IgnoreRules here = rules;
            for (String ignoreFile : ignoreFiles) {
                Path file = directory.resolve(ignoreFile);
                if (Files.isRegularFile(file)) {
                    here = here.plus(inside, Files.readAllLines(file));
                }
            }
            return here;
        }
    }
}
