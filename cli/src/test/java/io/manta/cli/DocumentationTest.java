package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.schema.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What documents tell people to type is understood, and the examples they copy are right. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```");
    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

    @TempDir
    Path home;

    @Test
    void everyCommandInADocumentIsUnderstood() throws IOException {
        var wrong = new ArrayList<String>();
        int seen = 0;
        for (Path page : pages()) {
            for (String line : commands(Files.readString(page))) {
                seen++;
                try {
                    parse(line);
                } catch (ParameterException | IllegalArgumentException e) {
                    wrong.add(page + ": " + line + ": " + e.getMessage());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).as("commands found").isGreaterThan(60);
    }

    @Test
    void everyExampleIsRightAndListed() throws IOException {
        String list = Files.readString(ROOT.resolve("examples/README.md"));
        var providers = new TreeSet<String>();
        try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
                assertThat(list).contains("(" + file.getFileName() + ")");
                if (file.endsWith("day.yaml")) {
                    continue;
                }
                Run run = Run.manta(home, "validate", "--strict", file.toString());
                assertThat(run.exitCode()).as(run.err()).isZero();
                Matcher type = Pattern.compile("type: (\\w+)").matcher(Files.readString(file));
                assertThat(type.find()).isTrue();
                providers.add(type.group(1));
            }
        }
        assertThat(providers).containsAll(List.of("localhost", "local", "aws", "gcp", "kubernetes", "simulated"));
        assertThat(Providers.KNOWN).containsAll(providers);
    }

    private static List<Path> pages() throws IOException {
        var pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("bench/README.md")));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        return pages;
    }

    private static List<String> commands(String text) {
        return BLOCK.matcher(text)
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(line -> line.replaceFirst("^\\$ ", "").replaceFirst("^source <\\((.*)\\)$", "$1"))
                .filter(line -> line.matches("(\\./)?manta .*"))
                .toList();
    }

    /** Up to a comment, a pipe or a redirection. */
    private static void parse(String line) {
        var words = new ArrayList<String>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find() && !matcher.group().matches("#.*|\\||>|>>|&|&&|;")) {
            words.add(matcher.group().replaceAll("^['\"]|['\"]$", ""));
        }
        String name = words.get(1);
        if (name.startsWith("-") || name.equals("help") || name.equals("VERB")) {
            return;
        }
        Verbs.Entry entry = Verbs.find(name).orElseThrow(() -> new IllegalArgumentException("no verb " + name));
        List<String> args = entry.create().get().arrange(words.subList(2, words.size()));
        if (!args.contains("--help")) {
            new CommandLine(entry.fullSyntax().spec()).parseArgs(args.toArray(String[]::new));
        }
    }
}
