package io.manta.config;

import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Gets the text out of a cluster file: its size is bounded and it must be UTF-8. */
public final class ConfigText {
    static final int LARGEST = 5_000_000;

    private ConfigText() {}

    public static Optional<String> read(Path file, Consumer<Problem> report) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                report.accept(Problem.error(
                        "CONFIG-FILE-UNREADABLE",
                        file + " is a directory",
                        "a cluster is described by one file",
                        "name the YAML file in it"));
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                bytes = in.readNBytes(LARGEST + 1);
            }
        } catch (NoSuchFileException e) {
            report.accept(Problem.error(
                    "CONFIG-FILE-MISSING",
                    "there is no file " + file,
                    near(file),
                    "check the path, or make a file with `manta init`"));
            return Optional.empty();
        } catch (AccessDeniedException e) {
            report.accept(Problem.error(
                    "CONFIG-FILE-UNREADABLE", "you may not read " + file, "", "run `chmod u+r " + file + "`"));
            return Optional.empty();
        } catch (IOException e) {
            report.accept(Problem.error(
                    "CONFIG-FILE-UNREADABLE",
                    file + " cannot be read",
                    String.valueOf(e.getMessage()),
                    "try again, or copy the file elsewhere"));
            return Optional.empty();
        }
        if (bytes.length > LARGEST) {
            report.accept(Problem.error(
                            "CONFIG-TOO-LARGE",
                            file + " is larger than " + LARGEST / 1_000_000 + " MB",
                            "a file with a thousand node types has less than 1 MB; is this the right file?",
                            "name a cluster file")
                    .at(new SourceLocation(file.toString(), 1, 1)));
            return Optional.empty();
        }
        return decode(file.toString(), bytes, report);
    }

    static Optional<String> decode(String name, byte[] bytes, Consumer<Problem> report) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (result.isError()) {
            int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
            int column = text.length() - text.lastIndexOf('\n');
            boolean wide = bytes.length > 1 && (bytes[0] & 0xFE) == 0xFE;
            report.accept(Problem.error(
                            "CONFIG-ENCODING",
                            "the file is not UTF-8",
                            wide
                                    ? "it looks like UTF-16"
                                    : "the byte 0x%02X cannot stand here".formatted(bytes[in.position()]),
                            "save it as UTF-8")
                    .at(new SourceLocation(name, line, column)));
            return Optional.empty();
        }
        return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
    }

    private static String near(Path file) {
        Path dir = file.toAbsolutePath().getParent();
        Path name = file.getFileName();
        if (dir == null || name == null || !Files.isDirectory(dir)) {
            return dir == null ? "" : "the directory " + dir + " does not exist";
        }
        try (Stream<Path> list = Files.list(dir)) {
            var names =
                    list.limit(1000).map(p -> String.valueOf(p.getFileName())).toList();
            return io.manta.config.yaml.Suggestions.nearest(name.toString(), names)
                    .map(n -> "did you mean " + n + "?")
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
