package io.manta.cli.verb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobCommandTest {
    @Test
    void whatIsRaysGoesToRayAndWhatIsMantasDoesNot() {
        assertThat(new JobCommand()
                        .arrange(List.of("submit", "-n", "demo", "--working-dir", ".", "--", "python", "-n", "x.py")))
                .containsExactly("-n", "demo", "--", "submit", "--working-dir", ".", "--", "python", "-n", "x.py");
        assertThat(new JobCommand().arrange(List.of("list", "--cluster=c.yaml")))
                .containsExactly("--cluster=c.yaml", "--", "list");
    }

    @Test
    void theAddressIsTheHeadsOwnAndLocalPathsStandAlone() {
        assertThat(JobCommand.words(List.of(
                        "submit",
                        "--address",
                        "http://127.0.0.1:8265",
                        "--working-dir=/a",
                        "--",
                        "echo",
                        "--address=x")))
                .containsExactly("submit", "--working-dir", "/a", "--", "echo", "--address=x");
    }
}
