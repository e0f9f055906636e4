package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DetachedTest {
    @Test
    void commandsAreWrappedAsRayWrapsThem() {
        assertThat(Detached.NO.wrap("ls 'a'", "")).isEqualTo("ls 'a'");
        assertThat(Detached.SCREEN.wrap("ls", "-S x")).isEqualTo("screen -L -dm -S x bash -c 'ls; exec bash'");
        assertThat(Detached.TMUX.wrap("echo 'a'", "")).isEqualTo("tmux new -d bash -c 'echo '\\''a'\\''; exec bash'");
    }

    @Test
    void takingDownLaterKeepsOnlyWhatItNeedsOfTheEnvironment() {
        String line = Detached.thenDown("my cluster", Map.of("PATH", "/bin", "SECRET", "x"), "/opt/manta")
                .orElseThrow();
        assertThat(line).isEqualTo("; setsid -f env -i PATH=/bin /opt/manta down 'my cluster' -y >/dev/null 2>&1");
        assertThat(Detached.thenDown("c", Map.of(), "")).isEmpty();
    }
}
