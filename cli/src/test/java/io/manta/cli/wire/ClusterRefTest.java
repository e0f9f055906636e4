package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterRefTest {
    @TempDir
    Path dir;

    private MantaHome manta = new MantaHome(Path.of("unset"));

    @BeforeEach
    void recordOneCluster() throws IOException {
        manta = new MantaHome(dir.resolve("home"));
        new ClusterRecord("local", "localhost", "", Instant.EPOCH).write(manta.cluster("local"));
    }

    private ClusterRef ref(String given, String override) throws ProblemException {
        return ClusterRef.of(given, override.isEmpty() ? Optional.empty() : Optional.of(override), manta);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(dir.resolve("cluster.yaml"), text);
    }

    @Test
    void recordedNameIsEnough() throws Exception {
        ClusterRef found = ref("local", "");
        assertThat(found.name()).isEqualTo("local");
        assertThat(found.file()).isEmpty();
        assertThat(found.recorded()).isSameAs(found);
    }

    @Test
    void fileNamesItsCluster() throws Exception {
        Path file = file("cluster_name: other\nprovider: {type: localhost}\n");
        ClusterRef found = ref(file.toString(), "");
        assertThat(found.name()).isEqualTo("other");
        assertThat(found.file()).contains(file);
    }

    @Test
    void fileWithMistakesElsewhereStillNamesItsCluster() throws Exception {
        Path file = file("cluster_name: other\nprovider: {type: localhost}\nnonsense: 1\n");
        assertThat(ref(file.toString(), "").name()).isEqualTo("other");
    }

    @Test
    void optionOverridesTheFile() throws Exception {
        Path file = file("cluster_name: other\nprovider: {type: localhost}\n");
        assertThat(ref(file.toString(), "mine").name()).isEqualTo("mine");
    }

    @Test
    void neitherFileNorRecordIsAProblemThatNamesWhatThereIs() {
        Problem problem = problem("locla");
        assertThat(problem.code()).isEqualTo("CLI-NO-CLUSTER");
        assertThat(problem.why()).contains("local");
        assertThat(problem.fix()).contains("did you mean 'local'?");
        assertThat(problem("missing.yaml").what()).isEqualTo("there is no file 'missing.yaml'");
    }

    @Test
    void clusterThatWasNeverBroughtUpIsAProblem() throws Exception {
        Path file = file("cluster_name: other\nprovider: {type: localhost}\n");
        ClusterRef found = ref(file.toString(), "");
        assertThatThrownBy(found::recorded)
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("CLI-NOT-UP"));
    }

    private Problem problem(String given) {
        try {
            ref(given, "");
        } catch (ProblemException e) {
            return e.problem();
        }
        throw new AssertionError("no problem with " + given);
    }
}
