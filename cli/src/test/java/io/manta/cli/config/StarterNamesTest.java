package io.manta.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StarterNamesTest {
    @ParameterizedTest
    @CsvSource({
        "/home/ana/My Project, ana, my-project-ana",
        "/home/ana, ana, ana",
        "/srv/2026_runs, Bo.B, c-2026-runs-bo-b",
        "/, root, cluster",
        "/x/a-very-long-name-of-a-directory-that-nobody-types, ana, a-very-long-name-of-a-directory-that-nob",
    })
    void areAfterTheDirectoryAndItsUser(String directory, String user, String name) {
        assertThat(StarterNames.of(Path.of(directory), user)).isEqualTo(name);
    }
}
