package io.manta.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files keep their modes where there is no rsync; the other side is a directory of this machine. */
class TarCopyModesTest {
    @TempDir
    Path directory;

    /** A host whose umask lets everybody read. */
    private record Here(Path home) implements ShellChannel {
        @Override
        public Process start(String shellText, boolean input, Optional<Path> errors) throws IOException {
            String inHome = "umask 022; cd '" + home + "' && " + shellText;
            return ShellChannel.program(List.of("sh", "-c", inHome), input, errors);
        }

        @Override
        public String name() {
            return "here";
        }

        @Override
        public void ensure() {}

        @Override
        public boolean isLost(int exitCode) {
            return false;
        }

        @Override
        public RemoteException lost() {
            throw new AssertionError("it cannot be lost");
        }
    }

    private void upload(Path from, String to) throws Exception {
        Files.createDirectories(directory.resolve("host"));
        new TarCopy(new Here(directory.resolve("host")))
                .upload(FileTransfer.of(from.toString(), to), OutputSink.NOWHERE);
    }

    private Path file(String name, String mode) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "text");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(directory.resolve("host").resolve(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------", "rwx------", "rw-r-----", "rw-r--r--", "rwxr-xr-x"})
    void aSingleFileKeepsItsMode(String mode) throws Exception {
        upload(file("key.pem", mode), "deep/key.pem");
        assertThat(mode("deep/key.pem")).isEqualTo(mode);
    }

    @Test
    void aTreeKeepsItsModesAndTakesOverChangedOnes() throws Exception {
        Path key = file("tree/secret/key", "rw-------");
        Files.setPosixFilePermissions(key.getParent(), PosixFilePermissions.fromString("rwx------"));
        upload(directory.resolve("tree"), ".");
        assertThat(mode("tree/secret/key")).isEqualTo("rw-------");
        assertThat(mode("tree/secret")).isEqualTo("rwx------");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
        upload(directory.resolve("tree"), ".");
        assertThat(mode("tree/secret/key")).isEqualTo("r--------");
    }
}
