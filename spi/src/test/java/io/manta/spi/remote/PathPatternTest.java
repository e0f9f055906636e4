package io.manta.spi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
    @ParameterizedTest(name = "{0} excludes {1}: {3}")
    @CsvSource({
        "*.pyc, a/b/c.pyc, false, true",
        "*.pyc, a/b/c.py, false, false",
        "build, a/build, true, true",
        "build/, a/build, false, false",
        "build/, a/build, true, true",
        "/build, build, true, true",
        "/build, a/build, true, false",
        "a/*.txt, x/a/b.txt, false, true",
        "a/*.txt, x/a/b/c.txt, false, false",
        "a/**.txt, x/a/b/c.txt, false, true",
        "**/cache, x/y/cache, true, true",
        ".git/***, .git, true, true",
        ".git/***, .git/objects/ab, false, true",
        "file?, file1, false, true",
        "file[0-9], file7, false, true",
        "file[!0-9], file7, false, false",
        "a+b(c), a+b(c), false, true",
        "**/.git, .git, true, true",
        "**/.git/**, .git/config, false, true",
        ".git/***, x/.git, false, false",
        "/**/a, a, true, false",
        "a**b, x/a/c/b, false, true",
        "**b, x/ab, false, true",
        "[z-a], [z-a], false, true",
        "\\*, *, false, true",
        "\\*, x, false, false",
    })
    void matchesAsRsyncDoes(String pattern, String path, boolean directory, boolean excluded) {
        assertThat(PathPattern.of(pattern, "").matches(path, directory)).isEqualTo(excluded);
    }

    @ParameterizedTest
    @CsvSource({"/x, sub/x, true", "/x, sub/y/x, false", "x, sub/y/x, true", "x, other/x, false", "sub/*, sub/y, true"})
    void aPatternFromAnIgnoreFileHoldsBelowItsDirectory(String pattern, String path, boolean excluded) {
        assertThat(PathPattern.of(pattern, "sub/").matches(path, false)).isEqualTo(excluded);
    }
}
