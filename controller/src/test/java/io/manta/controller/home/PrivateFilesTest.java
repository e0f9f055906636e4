package io.manta.controller.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.status.EventFile;
import io.manta.core.event.ClusterEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On real files, because rights are the file system's. */
class PrivateFilesTest {
    @TempDir
    Path dir;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whatAClusterKeepsIsItsUsersAlone() throws Exception {
        ClusterHome home = new MantaHome(dir.resolve(".manta")).cluster("mine");
        try (var lock = ClusterLock.acquire(home, "up", Duration.ofSeconds(5), _ -> {})) {
            assertThat(lock).isNotNull();
        }
        new ClusterRecord("mine", "onprem", "", Instant.EPOCH).write(home);
        AtomicFile.write(home.config(), "cluster_name: mine\n");
        new EventFile(home.events())
                .append(new ClusterEvent(
                        Instant.EPOCH,
                        ClusterEvent.Type.STEP_STARTED,
                        Optional.empty(),
                        Optional.empty(),
                        "one",
                        Map.of("last_lines", "login failed\nDB_PASSWORD=hUnt3r2 refused")));
        try (var log = PrivateFiles.appender(home.logs().resolve("w-1/step-1.log"))) {
            log.write("one");
        }
        assertThat(new EventFile(home.events()).all()).hasSize(1);
        assertThat(Files.readString(home.events()))
                .contains("login failed", "refused")
                .doesNotContain("hUnt3r2");
        try (Stream<Path> walk = Files.walk(dir.resolve(".manta"))) {
            assertThat(walk.filter(path -> !path.equals(home.lock())))
                    .hasSizeGreaterThan(7)
                    .allSatisfy(path -> assertThat(mode(path))
                            .as(path.toString())
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void aDirectoryOfAnEarlierEditionIsClosed() throws IOException {
        Path old = Files.createDirectory(dir.resolve("old"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        PrivateFiles.close(old);
        assertThat(mode(old)).isEqualTo("rwx------");
    }

    @Test
    void theUsualHomeIsClosedWhenItIsOpened() throws IOException {
        String before = System.getProperty("user.home");
        Path root = Files.createDirectory(dir.resolve(".manta"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
        System.setProperty("user.home", dir.toString());
        try {
            assertThat(MantaHome.of(Map.of()).root()).isEqualTo(root);
        } finally {
            System.setProperty("user.home", before);
        }
        assertThat(mode(root)).isEqualTo("rwx------");
    }

    @Test
    void nothingIsWrittenThroughALink() throws IOException {
        Path victim = Files.writeString(dir.resolve("victim"), "own");
        Path link = Files.createSymbolicLink(dir.resolve("events.jsonl"), victim);
        byte[] text = "theirs".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> PrivateFiles.append(link, text)).isInstanceOf(IOException.class);
        PrivateFiles.replace(link, text);
        assertThat(link).isRegularFile().hasContent("theirs");
        assertThat(victim).hasContent("own");
    }
}
