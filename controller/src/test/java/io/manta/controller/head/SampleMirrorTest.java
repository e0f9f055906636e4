package io.manta.controller.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.controller.home.ClusterHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleMirrorTest {
    @TempDir
    Path dir;

    private Path theirs;
    private Path ours;

    @BeforeEach
    void makeBothSides() throws IOException {
        theirs = Files.createDirectories(dir.resolve("head/history"));
        ours = dir.resolve("here/history");
    }

    @Test
    void samplesComeOverOnceGrowAndGoWithTheHeads() throws Exception {
        Files.writeString(theirs.resolve("fine-000000001.jsonl"), "one\n");
        Files.writeString(theirs.resolve("coarse-000000001.jsonl"), "two\n");
        pull();
        assertThat(ours.resolve("fine-000000001.jsonl")).hasContent("one");
        Files.writeString(theirs.resolve("fine-000000001.jsonl"), "more\n", StandardOpenOption.APPEND);
        assertThat(pull()).as("only what is new").doesNotContain("coarse-000000001.jsonl 0", " 0 ");
        assertThat(ours.resolve("fine-000000001.jsonl")).hasContent("one\nmore");
        Files.delete(theirs.resolve("coarse-000000001.jsonl"));
        pull();
        assertThat(ours.resolve("coarse-000000001.jsonl")).doesNotExist();
    }

    @Test
    void aNewHeadsFileReplacesTheOldOnes() throws Exception {
        Files.writeString(theirs.resolve("fine-000000001.jsonl"), "a long story\n");
        pull();
        Files.writeString(theirs.resolve("fine-000000001.jsonl"), "new\n");
        pull();
        assertThat(ours.resolve("fine-000000001.jsonl")).hasContent("new");
    }

    @Test
    void namesFromTheHeadLeadNowhereElse() throws IOException {
        var mirror = new SampleMirror(new ClusterHome(dir.resolve("here")));
        assertThat(mirror.take("sample ../../evil 0 eA==")).isFalse();
        assertThat(dir.resolve("evil")).doesNotExist();
    }

    private String pull() throws IOException, InterruptedException {
        var mirror = new SampleMirror(new ClusterHome(dir.resolve("here")));
        Process process = new ProcessBuilder("sh", "-c", mirror.script())
                .directory(dir.resolve("head").toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        for (String line : said.split("\n", -1)) {
            mirror.take(line);
        }
        return said;
    }
}
