package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionScriptTest {
    @TempDir
    Path home;

    /** What bash offers for a line whose last word is being typed. */
    private String complete(String... words) throws IOException, InterruptedException {
        Files.createDirectories(home.resolve("clusters/my-cluster"));
        String array = "COMP_WORDS=(manta '" + String.join("' '", words) + "')";
        String script =
                CompletionScript.bash() + array + "; COMP_CWORD=" + words.length + "; _manta; echo \"${COMPREPLY[@]}\"";
        var builder = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true);
        builder.environment().put("MANTA_HOME", home.toString());
        builder.directory(home.toFile());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.strip();
    }

    @Test
    void completesVerbsOptionsWordsAndClusters() throws Exception {
        assertThat(complete("rsync-")).isEqualTo("rsync-up rsync-down");
        assertThat(complete("down", "--w")).isEqualTo("--workers-only");
        assertThat(complete("status", "--output", "j")).isEqualTo("json");
        assertThat(complete("status", "my")).isEqualTo("my-cluster");
    }

    @Test
    void fishIsToldWhatEachVerbAndOptionIsFor() {
        assertThat(CompletionScript.fish())
                .contains(
                        "complete -c manta -n '__fish_use_subcommand' -a status -d 'show nodes, resources and what waits'\n")
                .contains("'__fish_seen_subcommand_from status' -a '(__manta_clusters)'")
                .contains("'__fish_seen_subcommand_from status' -s o -l output -x -a 'text json' -d ")
                .contains("'__fish_seen_subcommand_from down' -s y -l yes -d 'do not ask'\n")
                .doesNotContain(" -a daemon ");
        // Each line is whole: fish would stop at a quote that is left open.
        assertThat(CompletionScript.fish().lines())
                .allSatisfy(line -> assertThat(line.replace("\\'", "")
                                        .chars()
                                        .filter(c -> c == '\'')
                                        .count()
                                % 2)
                        .as(line)
                        .isZero());
    }

    @Test
    void knowsThreeShells() {
        assertThat(Run.manta(home, "completion", "bash").out()).contains("complete -o filenames -F _manta");
        assertThat(Run.manta(home, "completion", "zsh").out()).startsWith("autoload -Uz bashcompinit");
        assertThat(Run.manta(home, "completion", "fish").out()).isEqualTo(CompletionScript.fish());
        assertThat(Run.manta(home, "completion", "tcsh").exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
