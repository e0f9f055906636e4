package io.manta.cli.dump;

import io.manta.spi.remote.OutputSink;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a node printed, told apart into the files that were asked for. Anything that runs on the node may have had a hand in it, so
 * no other name is taken from it, and no more than fits.
 */
final class NodeOutput implements OutputSink {
    /** Where lines go that belong to no file. */
    static final String OTHER = "other.txt";

    static final int MOST_FILES = 400;
    static final int LONGEST_LINE = 20_000;
    static final long MOST_CHARACTERS = 60_000_000;

    private static final String CUT = "(cut off: the node printed more than is kept)";
    private static final Pattern NAME =
            Pattern.compile("(?:machine|processes|docker|podman|ray|pip)\\.txt|ray-logs/\\w[\\w.+@=-]{0,150}");

    private final String marker;
    private final Map<String, List<String>> files = new LinkedHashMap<>();
    private List<String> current;
    private long left = MOST_CHARACTERS;

    /** With a marker that nobody can print who did not read the command. */
    NodeOutput() {
        var bytes = new byte[12];
        new SecureRandom().nextBytes(bytes);
        this.marker = "manta-file-" + HexFormat.of().formatHex(bytes) + ":";
        this.current = file(OTHER);
    }

    /** A line that begins with this and a file's name begins that file. */
    String marker() {
        return marker;
    }

    /** The next command's lines belong to no file until it says so. */
    synchronized void next() {
        current = file(OTHER);
    }

    @Override
    public synchronized void line(String line) {
        if (line.startsWith(marker)) {
            String name = line.substring(marker.length());
            boolean known = files.containsKey(name);
            current = NAME.matcher(name).matches() && (known || files.size() < MOST_FILES) ? file(name) : file(OTHER);
            return;
        }
        if (left <= 0) {
            return;
        }
        String kept = line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + " ..." : line;
        left -= kept.length() + 1L;
        current.add(left > 0 ? kept : CUT);
    }

    private List<String> file(String name) {
        return files.computeIfAbsent(name, _ -> new ArrayList<>());
    }

    /** Texts by file name. */
    synchronized Map<String, List<String>> files() {
        var texts = new LinkedHashMap<String, List<String>>();
        files.forEach((name, lines) -> {
            if (!lines.isEmpty()) {
                texts.put(name, List.copyOf(lines));
            }
        });
        return texts;
    }
}
