package io.manta.controller.head;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a Java runtime is packed for its way: as small and quick to unpack as both machines know how to. */
enum Packing {
    /** A fifth smaller than gzip, and unpacked in half the time. */
    ZSTD(".tar.zst", "zstd -q -6", "zstd -dqc"),
    GZIP(".tgz", "gzip -3", "gzip -dc");

    private final String suffix;
    private final String pack;
    private final String unpack;

    Packing(String suffix, String pack, String unpack) {
        this.suffix = suffix;
        this.pack = pack;
        this.unpack = unpack;
    }

    /** @param there whether the head has zstd */
    static Packing between(boolean there) {
        return there && Programs.isHere("zstd") ? ZSTD : GZIP;
    }

    String suffix() {
        return suffix;
    }

    void pack(Path tree, Path archive) throws IOException, InterruptedException {
        // A pipe ends as its last program does: the first one ends the whole script when it fails.
        String script = "{ tar -C \"$1\" -chf - . || kill $$; } | " + pack + " >\"$2\"";
        if (!Programs.run(List.of("sh", "-c", script, "sh", tree.toString(), archive.toString()))) {
            throw new IOException("cannot pack " + tree);
        }
    }

    /** Shell text that unpacks its input into a directory that is there, and fails when the input was cut off. */
    String unpack(String directory) {
        String cut = directory + ".cut";
        return "{ { " + unpack + " || : >" + cut + "; } | tar -xf - -C " + directory + " && [ ! -e " + cut
                + " ] || { rm -f " + cut + "; false; }; }";
    }
}
