package io.manta.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProblemCodesTest {
    @Test
    void everyCodeIsDocumentedAndNoOther() throws IOException {
        Set<String> used = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                collect("\"(CONFIG-[A-Z-]+)\"", Files.readString(file), used);
            }
        }
        try (Stream<Path> files =
                Files.walk(Path.of("..", "cli", "src", "main", "java", "io", "manta", "cli", "config"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                collect("\"(CONFIG-[A-Z-]+)\"", Files.readString(file), used);
            }
        }
        Set<String> documented = new TreeSet<>();
        collect(
                "(?m)^\\| `(CONFIG-[A-Z-]+)`",
                Files.readString(Path.of("..", "docs", "problems", "config.md")),
                documented);
        assertThat(documented).isEqualTo(used).hasSizeGreaterThan(40);
    }

    private static void collect(String pattern, String text, Set<String> into) {
        Pattern.compile(pattern).matcher(text).results().forEach(m -> into.add(m.group(1)));
    }
}
