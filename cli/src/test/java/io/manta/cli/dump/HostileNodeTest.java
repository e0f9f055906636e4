package io.manta.cli.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a node prints, all that comes of it is text in the bundle. */
class HostileNodeTest {
    private static final String SECRET = "the operator's own words";
    private static final Pattern SECTION = Pattern.compile("section\\(\\) \\{ echo \"(\\S+)\\$1\"");

    @TempDir
    Path directory;

    private Path victim;

    @BeforeEach
    void makeVictim() throws IOException {
        Path home = Files.createDirectories(directory.resolve("home/x"));
        victim = Files.writeString(home.resolve(".bashrc"), SECRET);
    }

    /** A node that read the command and so knows the marker. */
    private record Node(BiConsumer<String, OutputSink> prints) implements CommandRunner {
        @Override
        public CommandResult run(Command command, OutputSink output) {
            Matcher section = SECTION.matcher(command.script());
            assertThat(section.find()).isTrue();
            prints.accept(section.group(1), output);
            return new CommandResult(0);
        }

        @Override
        public CommandResult interactive(Command command, List<PortForward> forwards) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void upload(FileTransfer transfer, OutputSink output) {
            throw new AssertionError("not asked for");
        }

        @Override
        public void download(FileTransfer transfer, OutputSink output) {
            throw new AssertionError("not asked for");
        }

        @Override
        public String shellHint() {
            return "";
        }
    }

    private static Map<String, List<String>> ask(BiConsumer<String, OutputSink> prints) throws Exception {
        return new NodeDump(new NodeDump.Wanted(true, true, true)).ask(new Node(prints));
    }

    private Map<String, String> snapshot() throws IOException {
        var found = new TreeMap<String, String>();
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.filter(path -> !path.startsWith(directory.resolve("bundle")))
                    .toList()) {
                found.put(path.toString(), Files.isRegularFile(path) ? Files.readString(path) : "");
            }
        }
        return found;
    }

    @Test
    void noOutputOfANodeReachesAPathOutsideTheBundle() throws Exception {
        var random = new Random(18);
        List<String> parts = List.of(
                "..",
                "/",
                "../",
                "home",
                "x",
                ".bashrc",
                "\0",
                "\\",
                "ray-logs/",
                "ray-logs",
                "machine.txt",
                ".",
                "~",
                "a",
                " ",
                "\n",
                "é",
                "%2e%2e",
                "nodes",
                "x".repeat(300),
                directory.toString(),
                "$HOME",
                ":",
                "-");
        List<String> oldMarkers = List.of("manta-file:", "manta-file-0:", "@file@", "");
        for (int round = 0; round < 300; round++) {
            Map<String, String> before = snapshot();
            Map<String, List<String>> files = ask((marker, output) -> {
                for (int i = 0; i < 40; i++) {
                    var name = new StringBuilder();
                    for (int part = random.nextInt(7); part >= 0; part--) {
                        name.append(parts.get(random.nextInt(parts.size())));
                    }
                    boolean knows = random.nextInt(3) > 0;
                    output.line((knows ? marker : oldMarkers.get(random.nextInt(oldMarkers.size()))) + name);
                    output.line("alias ls='rm -rf ~'");
                }
            });
            Path work = Files.createDirectory(directory.resolve("bundle"));
            try (var bundle = new Bundle(work, "mine-dump")) {
                ClusterDumpCommand.put(bundle, "../../" + parts.get(random.nextInt(parts.size())), files);
                assertThat(snapshot()).isEqualTo(before);
                try (Stream<Path> walk = Files.walk(work)) {
                    assertThat(walk.filter(Files::isRegularFile))
                            .isNotEmpty()
                            .allSatisfy(file -> assertThat(file.toRealPath()).startsWith(work.toRealPath()))
                            .allSatisfy(
                                    file -> assertThat(Files.readString(file)).doesNotContain(SECRET));
                }
            }
        }
        assertThat(victim).hasContent(SECRET);
    }

    @Test
    void keepsWhatWasAskedForApart() throws Exception {
        Map<String, List<String>> files = ask((marker, output) -> {
            output.line(marker + "ray.txt");
            output.line("2.60.0");
            output.line(marker + "ray-logs/gcs_server.out");
            output.line("started");
            output.line("manta-file:../../../home/x/.bashrc");
        });
        assertThat(files).containsOnlyKeys("ray.txt", "ray-logs/gcs_server.out");
        assertThat(files.get("ray-logs/gcs_server.out")).contains("started", "manta-file:../../../home/x/.bashrc");
    }

    @Test
    void theMarkerIsAnotherEveryTime() {
        assertThat(new NodeOutput().marker())
                .isNotEqualTo(new NodeOutput().marker())
                .hasSizeGreaterThan(30);
    }

    @Test
    void sizesAndNumbersAreBounded() throws Exception {
        String line = "y".repeat(3 * NodeOutput.LONGEST_LINE);
        Map<String, List<String>> files = ask((marker, output) -> {
            for (int i = 0; i < 2_000; i++) {
                output.line(marker + "ray-logs/" + i);
                output.line("z");
            }
            for (int i = 0; i < 4_000; i++) {
                output.line(line);
            }
        });
        long characters = files.values().stream()
                .flatMap(List::stream)
                .mapToLong(String::length)
                .sum();
        assertThat(files).hasSizeLessThanOrEqualTo(NodeOutput.MOST_FILES);
        assertThat(characters).isBetween(1_000_000L, NodeOutput.MOST_CHARACTERS + NodeOutput.LONGEST_LINE);
        assertThat(String.join("\n", files.get(NodeOutput.OTHER))).contains("cut off");
    }

    @Test
    void linksAmongOurOwnFilesAreNotFollowed() throws Exception {
        Path logs = Files.createDirectories(directory.resolve("logs/w-1"));
        Files.writeString(logs.resolve("step.log"), "fine");
        Files.createSymbolicLink(logs.resolve("stolen.log"), victim);
        Files.createSymbolicLink(directory.resolve("logs/home"), victim.getParent());
        Path work = Files.createDirectory(directory.resolve("bundle"));
        try (var bundle = new Bundle(work, "mine-dump")) {
            bundle.tree("setup-logs", directory.resolve("logs"));
            bundle.file("stolen", logs.resolve("stolen.log"));
            try (Stream<Path> walk = Files.walk(work)) {
                assertThat(walk.filter(Files::isRegularFile)
                                .map(work::relativize)
                                .map(Path::toString))
                        .containsExactly("mine-dump/setup-logs/w-1/step.log");
            }
        }
    }

    @Test
    void theBundleRefusesNamesThatLeadOut() throws Exception {
        Path work = Files.createDirectory(directory.resolve("bundle"));
        try (var bundle = new Bundle(work, "mine-dump")) {
            Files.createSymbolicLink(work.resolve("mine-dump/link"), victim.getParent());
            for (String name :
                    List.of("../out", "/etc/out", "a/../../out", "a/../b", "", ".", "a\0b", "link/.bashrc")) {
                assertThatThrownBy(() -> bundle.text(name, List.of("no")))
                        .as(name)
                        .isInstanceOf(IOException.class);
            }
        }
        assertThat(victim).hasContent(SECRET);
    }
}
