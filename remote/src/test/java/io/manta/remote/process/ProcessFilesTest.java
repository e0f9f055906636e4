package io.manta.remote.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessFilesTest {
    @TempDir
    Path directory;

    private Path here;
    private Path home;
    private ProcessCommandRunner runner;
    private final List<String> copied = new ArrayList<>();

    @BeforeEach
    void makeNode() throws Exception {
        here = Files.createDirectory(directory.resolve("here"));
        home = Files.createDirectory(directory.resolve("home"));
        runner = new ProcessCommandRunner(new Reach.LocalProcess(home, Map.of(), directory.resolve("sessions")));
        write("project/a.py", "a");
        write("project/sub/b.py", "b");
        write("project/sub/b.pyc", "compiled");
        write("project/.gitignore", "/secret\n# nothing\n*.tmp\n");
        write("project/secret", "s");
        write("project/sub/secret", "not this one");
        write("project/sub/x.tmp", "t");
    }

    @Test
    void aSlashAtTheEndMeansTheContents() throws Exception {
        upload(FileTransfer.of(here + "/project/", "~/target"));
        upload(FileTransfer.of(here + "/project", "~/other/"));

        assertThat(home.resolve("target/sub/b.py")).hasContent("b");
        assertThat(home.resolve("other/project/sub/b.py")).hasContent("b");
    }

    @Test
    void aFileGoesIntoADirectoryOrUnderANewName() throws Exception {
        upload(FileTransfer.of(here + "/project/a.py", "~/scripts/"));
        upload(FileTransfer.of(here + "/project/a.py", "~/scripts/renamed.py"));
        upload(FileTransfer.of(here + "/project/a.py", "relative.py"));
        upload(FileTransfer.of(here + "/project/a.py", "~"));

        assertThat(home.resolve("scripts/a.py")).hasContent("a");
        assertThat(home.resolve("scripts/renamed.py")).hasContent("a");
        assertThat(home.resolve("relative.py")).hasContent("a");
        assertThat(home.resolve("a.py")).hasContent("a");
    }

    @Test
    void excludesAndIgnoreFilesAreHonoured() throws Exception {
        upload(new FileTransfer(here + "/project/", "~/p", List.of("*.pyc"), List.of(".gitignore")));

        assertThat(copied).containsExactlyInAnyOrder(".gitignore", "a.py", "sub/b.py", "sub/secret");
    }

    @Test
    void onlyWhatChangedIsCopiedAndNothingIsDeleted() throws Exception {
        var transfer = FileTransfer.of(here + "/project/", "~/p");
        upload(transfer);
        Files.writeString(home.resolve("p/own.txt"), "made on the node");
        copied.clear();

        upload(transfer);
        assertThat(copied).isEmpty();
        write("project/a.py", "longer");
        Files.setLastModifiedTime(here.resolve("project/sub/b.py"), FileTime.fromMillis(1_000_000_000_000L));
        upload(transfer);

        assertThat(copied).containsExactly("a.py", "sub/b.py");
        assertThat(home.resolve("p/a.py")).hasContent("longer");
        assertThat(home.resolve("p/own.txt")).exists();
    }

    @Test
    void modesAndLinksAreKept() throws Exception {
        Path script = write("project/run.sh", "#!/bin/sh");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
        Files.createSymbolicLink(here.resolve("project/link"), Path.of("a.py"));

        upload(FileTransfer.of(here + "/project/", "~/p"));

        assertThat(Files.getPosixFilePermissions(home.resolve("p/run.sh")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(Files.readSymbolicLink(home.resolve("p/link"))).hasToString("a.py");
    }

    @Test
    void downloadsComeFromTheNodesHome() throws Exception {
        Files.writeString(home.resolve("result.txt"), "42");

        runner.download(FileTransfer.of(here + "/got/", "~/result.txt"), copied::add);

        assertThat(here.resolve("got/result.txt")).hasContent("42");
    }

    @Test
    void aMissingSourceIsAProblem() {
        assertThatThrownBy(() -> runner.upload(FileTransfer.of(here + "/nothing", "~/x"), OutputSink.NOWHERE))
                .isInstanceOfSatisfying(
                        RemoteException.class,
                        e -> assertThat(e.problem().code()).isEqualTo("LOCALHOST-FILE-MISSING"));
    }

    private void upload(FileTransfer transfer) throws Exception {
        runner.upload(transfer, copied::add);
    }

    private Path write(String path, String text) throws Exception {
        Path file = here.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
