package io.manta.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import io.manta.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whatever is done to a file, there is a configuration or a problem with a position, and never an exception. */
class FuzzTest {
    private static final List<String> PIECES = List.of(
            ": ",
            "- ",
            "\n",
            "\t",
            "{",
            "}",
            "[",
            "]",
            "'",
            "\"",
            "&a ",
            "*a",
            "<<: *a",
            "null",
            "~",
            "-1",
            "1e9",
            "0x",
            "1:30",
            "!!int x",
            "!!python/object:x ",
            "---\n",
            "...\n",
            "|\n",
            ">-\n",
            "#",
            "%YAML 1.2\n",
            "\u0000",
            "\u00e9",
            "\uD83D\uDE00",
            "? ",
            "=",
            "yes",
            "2026-01-01",
            "available_node_types",
            "head_node",
            "worker_nodes",
            "docker",
            "provider",
            "type: aws",
            "type: local",
            "type: kubernetes",
            "min_workers: 3",
            "99999999999999999999",
            ".nan",
            ".inf",
            "\uFEFF",
            "\r\n",
            "  ");

    @Test
    void mutatedFilesNeverBreakTheLoader() {
        Seeds.forAll(6000, random -> {
            String text = mutated(random);
            Loaded loaded = ConfigLoader.load("fuzz.yaml", text, Path.of("/nowhere"), Overrides.NONE);
            boolean placed = loaded.problems().stream().filter(Problem::isError).anyMatch(p -> p.at().isPresent());
            assertThat(loaded.config().isPresent() || placed)
                    .as("config or placed error for:%n%s%n%s", text, loaded.problems())
                    .isTrue();
            assertThat(loaded.config().isPresent())
                    .as("errors and a config for:%n%s%n%s", text, loaded.problems())
                    .isEqualTo(loaded.problems().stream().noneMatch(Problem::isError));
            loaded.origins();
        });
    }

    @Test
    void brokenBytesNeverBreakTheDecoder() {
        Seeds.forAll(2000, random -> {
            byte[] bytes = mutated(random).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 3 && bytes.length > 0; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            var problems = new ArrayList<Problem>();
            Optional<String> text = ConfigText.decode("fuzz.yaml", bytes, problems::add);
            assertThat(text.isPresent()).isEqualTo(problems.isEmpty());
            text.ifPresent(t -> ConfigLoader.load("fuzz.yaml", t, Path.of("/nowhere"), Overrides.NONE));
        });
    }

    private static String mutated(RandomGenerator random) {
        String text = Samples.ALL.get(random.nextInt(Samples.ALL.size()));
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            text = change(text, random);
        }
        return text;
    }

    private static String change(String text, RandomGenerator random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (lines.isEmpty()) {
            return PIECES.get(random.nextInt(PIECES.size()));
        }
        int line = random.nextInt(lines.size());
        int at = text.isEmpty() ? 0 : random.nextInt(text.length());
        int end = Math.min(text.length(), at + 1 + random.nextInt(12));
        switch (random.nextInt(9)) {
            case 0 -> lines.remove(line);
            case 1 -> lines.add(random.nextInt(lines.size()), lines.get(line));
            case 2 ->
                lines.set(line, " ".repeat(random.nextInt(6)) + lines.get(line).strip());
            case 3 ->
                lines.set(line, lines.get(line).replaceFirst(":.*", ": " + PIECES.get(random.nextInt(PIECES.size()))));
            case 4 -> lines.set(line, lines.get(line).replaceFirst(":.*", ":"));
            case 5 -> {
                return text.substring(0, at) + text.substring(end);
            }
            case 6 -> {
                return text.substring(0, at) + PIECES.get(random.nextInt(PIECES.size())) + text.substring(at);
            }
            case 7 -> {
                return text.substring(0, at);
            }
            default -> {
                int other = random.nextInt(lines.size());
                String kept = lines.get(line);
                lines.set(line, lines.get(other));
                lines.set(other, kept);
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
