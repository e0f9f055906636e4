package io.manta.controller.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import java.nio.charset.StandardCharsets;
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
                "  invalid peer certificate: UnknownIssuer | SETUP-CERTIFICATE",
                "status: running | SETUP-CLOUD-INIT",
                "the x-rays were not found | SETUP-COMMAND-FAILED",
                "something else | SETUP-COMMAND-FAILED"
            })
    void namesWhatTheOutputGivesAway(String line, String code) {
        Problem problem = CommandFailure.explain("ray start", 1, List.of("first", line));
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.what() + problem.why()).contains("ray start", line);
    }

    /** Real output of the commands that people put into cluster files, on a fresh Debian. */
    @ParameterizedTest
    @CsvSource({
        "no-pip, SETUP-NO-PIP, install_ray",
        "no-pip-module, SETUP-NO-PIP, install_ray",
        "externally-managed, SETUP-PIP-REFUSED, install_ray",
        "no-venv, SETUP-NO-VENV, python3-venv",
        "no-ensurepip, SETUP-NO-VENV, python3-venv",
        "apt-locked, SETUP-APT-LOCKED, Lock::Timeout",
        "apt-lists-locked, SETUP-APT-LOCKED, Lock::Timeout",
        "apt-no-lists, SETUP-APT-LISTS, apt-get update",
        "disk-full, SETUP-DISK-FULL, larger disk",
        "disk-full-cp, SETUP-DISK-FULL, larger disk",
        "no-index, SETUP-NO-INDEX, NAT gateway",
        "no-index-name, SETUP-NO-INDEX, NAT gateway",
        "no-name-curl, SETUP-NO-INDEX, NAT gateway",
        "no-release, SETUP-NO-RELEASE, install_python",
        "no-ray, SETUP-RAY-MISSING, install_ray",
        "sudo, SETUP-SUDO, ssh_user"
    })
    void explainsWhatFreshMachinesSay(String file, String code, String fix) throws Exception {
        List<String> all;
        try (var in = CommandFailureTest.class.getResourceAsStream("/failures/" + file + ".txt")) {
            all = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        List<String> last = all.subList(Math.max(0, all.size() - 20), all.size());
        Problem problem = CommandFailure.explain("command", 1, last);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.fix()).contains(fix);
    }
}
