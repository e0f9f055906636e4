package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentedProblemsTest {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern CODE = Pattern.compile("LOCALHOST-[A-Z]+(?:-[A-Z]+)*");

    @Test
    void theDocumentListsExactlyTheCodesThatCanBePrinted() throws Exception {
        var printed = new TreeSet<String>();
        printed.addAll(codes(Path.of("src/main/java/io/manta/provider/localhost/LocalhostProblems.java")));
        printed.addAll(codes(ROOT.resolve("remote/src/main/java/io/manta/remote/process/ProcessProblems.java")));

        assertThat(codes(ROOT.resolve("docs/problems/localhost.md"))).isEqualTo(printed);
    }

    private static Set<String> codes(Path file) throws Exception {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.flatMap(line -> CODE.matcher(line).results())
                    .map(result -> result.group())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
