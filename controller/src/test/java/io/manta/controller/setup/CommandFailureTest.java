package io.manta.controller.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bash: line 1: ray: command not found | SETUP-RAY-MISSING",
                "bash: python: command not found | SETUP-NO-PYTHON",
                "OSError: [Errno 28] No space left on device | SETUP-DISK-FULL",
                "RuntimeError: Version mismatch: The cluster was started with: | SETUP-RAY-VERSION",
                "the x-rays were not found | SETUP-COMMAND-FAILED",
                "something else | SETUP-COMMAND-FAILED"
            })
    void namesWhatTheOutputGivesAway(String line, String code) {
        Problem problem = CommandFailure.explain("ray start", 1, List.of("first", line));
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.what() + problem.why()).contains("ray start", line);
    }
}
