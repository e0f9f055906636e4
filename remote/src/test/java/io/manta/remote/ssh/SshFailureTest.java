package io.manta.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.remote.RemoteException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshFailureTest {
    private static final SshSettings SETTINGS = SshSettings.of(Path.of("/c/known_hosts"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh: connect to host h port 22: Connection refused | SSH-REFUSED | true",
                "ssh: connect to host h port 22: No route to host | SSH-NO-ROUTE | true",
                "ssh: connect to host h port 22: Network is unreachable | SSH-NO-ROUTE | true",
                "ssh: connect to host h port 22: Connection timed out | SSH-TIMEOUT | true",
                "ssh: connect to host h port 22: Operation timed out | SSH-TIMEOUT | true",
                "Connection timed out during banner exchange | SSH-TIMEOUT | true",
                "root@h: Permission denied (publickey). | SSH-AUTH | false",
                "Received disconnect from 1.2.3.4 port 22:2: Too many authentication failures | SSH-AUTH | false",
                "ssh: Could not resolve hostname h: Name or service not known | SSH-RESOLVE | false",
                "ssh: Could not resolve hostname h: Temporary failure in name resolution | SSH-RESOLVE | true",
                "kex_exchange_identification: Connection closed by remote host | SSH-DROPPED | true",
                "Connection closed by UNKNOWN port 65535 | SSH-PROXY | true",
                "Unable to negotiate with h port 22: no matching host key type found. | SSH-ALGORITHMS | false",
                "/root/.ssh/config: line 1: Bad configuration option: foo | SSH-CONFIG | false",
                "bind [127.0.0.1]:8265: Address already in use | SSH-PORT-BUSY | false",
                "Host key verification failed. | SSH-HOST-KEY-UNKNOWN | false",
                "something new | SSH-FAILED | true"
            })
    void namesTheCauseAndWhetherItMayPass(String printed, String code, boolean mayPass) {
        RemoteException failure = SshFailure.read(printed, "h", SETTINGS);
        assertThat(failure.problem().code()).isEqualTo(code);
        assertThat(failure.mayPass()).isEqualTo(mayPass);
        assertThat(failure.problem().why()).isEqualTo(printed);
        assertThat(failure.problem().fix()).isNotEmpty();
    }

    @Test
    void theTellingLineWinsOverTheLastOne() {
        String changed = """
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                @    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
                @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                Host key verification failed.
                """;
        RemoteException failure = SshFailure.read(changed, "h", SETTINGS);
        assertThat(failure.problem().code()).isEqualTo("SSH-HOST-KEY-CHANGED");
        assertThat(failure.problem().why()).isEqualTo("WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!");
        assertThat(failure.problem().fix()).contains("/c/known_hosts");

        String badKey =
                "Permissions 0644 for 'k' are too open.\nLoad key \"k\": bad permissions\nroot@h: Permission denied (publickey).";
        assertThat(SshFailure.read(badKey, "h", SETTINGS).problem().code()).isEqualTo("SSH-KEY-PERMISSIONS");
    }
}
