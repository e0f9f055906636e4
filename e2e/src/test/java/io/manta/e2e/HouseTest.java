package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The house stays tidy: what users may read is documented, files stay short, modules stay apart. */
class HouseTest {
    private static final int LONGEST_FILE = 500;
    private static final Pattern CODE =
            Pattern.compile("Problem\\s*\\.\\s*(?:error|warning)\\(\\s*\"([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\"");

    private final Path root = MantaProgram.repository();

    @Test
    void everyProblemCodeIsDocumented() {
        String pages = read(files("docs/problems", ".md"));
        var missing = new TreeSet<String>();
        for (Path source : javaSources("/src/main/")) {
            Matcher matcher = CODE.matcher(read(List.of(source)));
            while (matcher.find()) {
                if (!pages.contains(matcher.group(1))) {
                    missing.add(matcher.group(1) + " in " + root.relativize(source));
                }
            }
        }
        assertThat(missing).as("codes without a line in docs/problems").isEmpty();
    }

    @Test
    void noFileIsLongerThanAReaderCanBear() {
        assertThat(javaSources("/src/").stream()
                        .filter(file -> read(List.of(file)).lines().count() > LONGEST_FILE))
                .isEmpty();
    }

    @Test
    void everyPackageSaysWhatLivesThere() {
        assertThat(javaSources("/src/main/").stream()
                        .map(Path::getParent)
                        .distinct()
                        .filter(dir -> !dir.endsWith("java"))
                        .filter(dir -> !Files.exists(dir.resolve("package-info.java"))))
                .isEmpty();
    }

    @Test
    void linksBetweenPagesLead() {
        var broken = new TreeSet<String>();
        for (Path page : Stream.concat(files(".", ".md").stream(), files("docs", ".md").stream())
                .toList()) {
            Matcher link = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)").matcher(read(List.of(page)));
            while (link.find()) {
                if (!Files.exists(page.resolveSibling(link.group(1)))) {
                    broken.add(root.relativize(page) + " -> " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private List<Path> javaSources(String under) {
        return walk(root).stream()
                .filter(file ->
                        file.toString().endsWith(".java") && file.toString().contains(under))
                .toList();
    }

    private List<Path> files(String dir, String suffix) {
        Path base = root.resolve(dir).normalize();
        try (Stream<Path> found = Files.walk(base, dir.equals(".") ? 1 : 9)) {
            return found.filter(file -> file.toString().endsWith(suffix)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> walk(Path root) {
        try (Stream<Path> found = Files.walk(root)) {
            return found.filter(file -> !file.toString().contains("/target/")
                            && !file.toString().contains("/.build/"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(List<Path> files) {
        var out = new StringBuilder();
        for (Path file : files) {
            try {
                out.append(Files.readString(file)).append('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return out.toString();
    }
}
