package io.manta.cli;

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
    private static final String CODE = "(?:CLI|LAUNCH|UP|DOWN|PROVIDER)-[A-Z-]+";

    @Test
    void everyCodeIsDocumentedAndNoOther() throws IOException {
        Set<String> used = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                collect("\"(" + CODE + ")\"", file, used);
            }
        }
        collect("(LAUNCH-[A-Z-]+)", Path.of("..", "manta"), used);
        collect("(LAUNCH-[A-Z-]+)", Path.of("..", "scripts", "find-jdk.sh"), used);
        collect("(LAUNCH-[A-Z-]+)", Path.of("..", "dist", "launcher", "manta"), used);
        collect("(LAUNCH-[A-Z-]+)", Path.of("..", "mvnw"), used);
        Set<String> documented = new TreeSet<>();
        collect("(?m)^\\| `(" + CODE + ")`", Path.of("..", "docs", "problems", "cli.md"), documented);
        assertThat(documented).isEqualTo(used).hasSizeGreaterThan(20);
    }

    private static void collect(String pattern, Path file, Set<String> into) throws IOException {
        Pattern.compile(pattern).matcher(Files.readString(file)).results().forEach(m -> into.add(m.group(1)));
    }
}
