package io.manta.controller.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BringingTest {
    @TempDir
    Path directory;

    private DirectoryHead head;
    private ClusterHome home;
    private Path cache;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        head = new DirectoryHead(Files.createDirectories(directory.resolve("head")));
        home = new MantaHome(directory.resolve("manta")).cluster("c");
        Files.createDirectories(home.machines());
        Files.writeString(home.dir().resolve("head.yaml"), "cluster_name: c\n");
        cache = Files.createDirectories(directory.resolve("cache"));
        Path image = Files.createDirectories(directory.resolve("image/bin"));
        Path java = Files.writeString(image.resolve("java"), "#!/bin/sh\necho 'version \"25\"' >&2\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        for (DaemonNeeds needs : DaemonNeeds.values()) {
            for (Packing packing : Packing.values()) {
                if (packing == Packing.GZIP || Programs.isHere("zstd")) {
                    packing.pack(directory.resolve("image"), archive(needs, packing));
                }
            }
        }
    }

    private Path archive(DaemonNeeds needs, Packing packing) throws IOException {
        return cache.resolve(new RuntimeArchive(cache, needs).ownId() + packing.suffix());
    }

    private void bring(DaemonNeeds needs) throws ProblemException, InterruptedException {
        new RemoteDaemonControl(home, cache, needs, () -> Optional.of(head), Progress.NONE).bring();
    }

    private List<String> runtimes() throws IOException {
        try (Stream<Path> files = Files.list(head.runtime())) {
            return files.map(file -> file.getFileName().toString().replaceFirst("-[0-9a-f]{16}$", ""))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aHeadWithNothingGetsJavaTheProgramAndTheClustersFiles() throws Exception {
        bring(DaemonNeeds.LITTLE);
        assertThat(runtimes()).containsExactly("app", "jre");
        assertThat(head.inputs).hasSize(3);
        assertThat(head.home.resolve(".manta/clusters/c/head.yaml")).hasContent("cluster_name: c\n");
        assertThat(head.home.resolve(".manta/clusters/c/machines")).isDirectory();
    }

    @Test
    void whatIsThereIsNotSentAgain() throws Exception {
        bring(DaemonNeeds.LITTLE);
        head.inputs.clear();
        Files.writeString(home.dir().resolve("head.yaml"), "cluster_name: c\nmax_workers: 3\n");
        bring(DaemonNeeds.LITTLE);
        assertThat(head.inputs).as("the look, with the cluster's files").hasSize(1);
        assertThat(head.home.resolve(".manta/clusters/c/head.yaml")).content().contains("max_workers: 3");
    }

    @Test
    void aRuntimeWithMoreDoesForThoseThatNeedLittleAndNotTheOtherWayRound() throws Exception {
        bring(DaemonNeeds.LITTLE);
        bring(DaemonNeeds.MUCH);
        assertThat(runtimes()).containsExactly("app", "java", "jre");
        head = new DirectoryHead(Files.createDirectories(directory.resolve("other")));
        bring(DaemonNeeds.MUCH);
        bring(DaemonNeeds.LITTLE);
        assertThat(runtimes()).containsExactly("app", "java");
    }

    @Test
    void aHeadThatKnowsNoZstdGetsGzip() throws Exception {
        assumeTrue(Programs.isHere("zstd"), "zstd is missing; ./verify installs it");
        bring(DaemonNeeds.LITTLE);
        assertThat(head.inputs).anyMatch(input -> input.endsWith(Packing.ZSTD.suffix()));
        head = new DirectoryHead(Files.createDirectories(directory.resolve("other")));
        head.without("zstd");
        bring(DaemonNeeds.LITTLE);
        assertThat(head.inputs).anyMatch(input -> input.endsWith(Packing.GZIP.suffix()));
        assertThat(runtimes()).containsExactly("app", "jre");
    }

    @Test
    void whatWasCutOffIsNeverUsedAndLeavesNothing() throws Exception {
        for (Packing packing : Packing.values()) {
            Path archive = archive(DaemonNeeds.LITTLE, packing);
            if (Files.exists(archive)) {
                byte[] whole = Files.readAllBytes(archive);
                Files.write(archive, java.util.Arrays.copyOf(whole, whole.length - 5));
            }
        }
        assertThatThrownBy(() -> bring(DaemonNeeds.LITTLE))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("HEAD-COMMAND"));
        assertThat(runtimes()).containsExactly("app");
    }
}
