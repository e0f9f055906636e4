package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SubmitArgumentsTest {
    private static String arranged(String line) {
        return String.join(" ", SubmitArguments.arrange(List.of(line.split(" "))));
    }

    @Test
    void whatStandsBehindTheScriptIsTheScripts() {
        assertThat(arranged("c.yaml s.py -n 5 --help -v")).isEqualTo("c.yaml s.py -- -n 5 --help -v");
        assertThat(arranged("c.yaml s.py")).isEqualTo("c.yaml s.py");
    }

    @Test
    void optionsBeforeTheScriptAreMantas() {
        assertThat(arranged("--start -n other c.yaml -p 80 s.py x"))
                .isEqualTo("--start -n other c.yaml -p 80 s.py -- x");
        assertThat(arranged("--help")).isEqualTo("--help");
    }

    @Test
    void flagsThatRaysUsersPutBehindTheScriptAreStillMantas() {
        assertThat(arranged("c.yaml s.py --start a --stop")).isEqualTo("c.yaml s.py --start --stop -- a");
    }

    @Test
    void behindTwoDashesEverythingIsTheScripts() {
        assertThat(arranged("c.yaml s.py --start -- --stop -- x")).isEqualTo("c.yaml s.py --start -- --stop -- x");
        assertThat(arranged("c.yaml -- s.py --stop")).isEqualTo("c.yaml -- s.py --stop");
    }
}
