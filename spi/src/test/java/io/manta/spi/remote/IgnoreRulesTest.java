package io.manta.spi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnoreRulesTest {
    @ParameterizedTest
    @CsvSource({
        "*.pyc, a.pyc, false, true",
        "*.pyc, deep/er/a.pyc, false, true",
        "*.pyc, a.py, false, false",
        "/top, top, true, true",
        "/top, deep/top, true, false",
        "cache/, deep/cache, true, true",
        "cache/, deep/cache, false, false",
        "a/b, x/a/b, false, true",
        "a/*/b, a/x/b, false, true",
        "a/*/b, a/x/y/b, false, false",
        "a/**/b, a/x/y/b, false, true",
        "data/***, data, true, true",
        "data/***, data/x/y, false, true",
        "[!a]x, bx, false, true",
        "[!a]x, ax, false, false",
        "a.c, abc, false, false",
        "# note, # note, false, false"
    })
    void meansWhatRsyncMeans(String pattern, String path, boolean directory, boolean ignored) {
        assertThat(IgnoreRules.of(List.of(pattern)).ignores(path, directory)).isEqualTo(ignored);
    }
}
