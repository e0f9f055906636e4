package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.ExitCode;
import io.manta.cli.Run;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnnamedClusterTest {
    @TempDir
    Path home;

    @TempDir
    Path here;

    @BeforeEach
    void one() throws IOException {
        record("one");
    }

    private void record(String name) throws IOException {
        new ClusterRecord(name, "localhost", "", Instant.EPOCH).write(new MantaHome(home).cluster(name));
    }

    private Run manta(String... args) {
        return new Run.Setting(home).in(here).run(args);
    }

    @Test
    void theOnlyClusterIsMeantAndSaid() {
        Run run = manta("status");
        assertThat(run.err()).contains("cluster one", "CLI-NO-STATUS");
    }

    @Test
    void severalAreNamedInsteadOfGuessed() throws IOException {
        record("two");
        Run run = manta("down", "-y");
        assertThat(run.exitCode()).isNotEqualTo(ExitCode.OK);
        assertThat(run.err()).contains("CLI-WHICH-CLUSTER", "one", "two");
        assertThat(manta("status", "-n", "two").err()).contains("cluster 'two' has no status yet");
    }

    @Test
    void theFileInThisDirectoryComesFirstAndIsSaid() throws IOException {
        Files.writeString(here.resolve("cluster.yaml"), "cluster_name: here\nprovider: {type: localhost}\n");
        assertThat(manta("status").err()).contains("using cluster.yaml in this directory", "'here'", "CLI-NOT-UP");
        Files.writeString(here.resolve("cluster.yaml"), "cluster_name: here\nprovider: {type: nobody}\n");
        assertThat(manta("up", "-y").err()).contains("using cluster.yaml in this directory", "`nobody`");
    }

    @Test
    void thereMayBeNone() throws IOException {
        Files.delete(new MantaHome(home).cluster("one").record());
        assertThat(manta("logs").err()).contains("CLI-WHICH-CLUSTER", "no cluster was made here yet");
    }

    @Test
    void anAddressTellsTheClusterOrSaysThatNoneIsThere() {
        assertThat(manta("status", "--address", "10.0.0.1:6379").err()).contains("CLI-NO-HEAD-THERE", "ray status");
        assertThat(manta("start", "--head").err()).contains("CLI-RAY-START", "manta up");
    }

    @Test
    void wordsOfOtherProgramsAndMisspeltOptionsGetTheRightSuggestion() {
        assertThat(manta("ls").err()).contains("did you mean 'manta list'?");
        assertThat(manta("ps").err()).contains("did you mean 'manta status'?");
        assertThat(manta("up", "--min-worker", "3").err()).contains("did you mean '--min-workers'?");
    }
}
