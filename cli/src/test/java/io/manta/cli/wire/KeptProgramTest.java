package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptProgramTest {
    @TempDir
    Path dir;

    @Test
    void aSourceTreeKeepsItsBuildsItself() {
        assertThat(KeptProgram.classPath(dir, "", "/x/a.jar:/x/b.jar")).isEqualTo("/x/a.jar:/x/b.jar");
    }

    @Test
    void whatADaemonRunsFromSurvivesAnUpgrade() throws IOException {
        Path installed = Files.createDirectories(dir.resolve("installed"));
        String own = Files.writeString(installed.resolve("z.jar"), "old z") + ":"
                + Files.writeString(installed.resolve("a.jar"), "old a");
        Path runtime = dir.resolve("runtime");

        String kept = KeptProgram.classPath(runtime, "one", own);
        Files.writeString(installed.resolve("z.jar"), "new z");

        assertThat(kept)
                .as("in the same order")
                .isEqualTo(runtime.resolve("program-one/z.jar") + ":" + runtime.resolve("program-one/a.jar"));
        assertThat(runtime.resolve("program-one/z.jar")).hasContent("old z");
        assertThat(KeptProgram.classPath(runtime, "one", own)).isEqualTo(kept);
        assertThat(runtime.resolve("program-one/z.jar")).as("copied once").hasContent("old z");
    }

    @Test
    void copiesNobodyRunsFromGoWithTheNextUpgrade() throws IOException {
        String own = Files.writeString(dir.resolve("z.jar"), "z").toString();
        Path runtime = dir.resolve("runtime");
        KeptProgram.classPath(runtime, "one", own);
        Files.createDirectories(runtime.resolve("ray-2.60.0"));

        KeptProgram.classPath(runtime, "two", own);

        assertThat(runtime).isDirectoryContaining("glob:**program-two");
        assertThat(runtime.resolve("program-one")).doesNotExist();
        assertThat(runtime.resolve("ray-2.60.0")).isDirectory();
    }
}
