package io.manta.provider.onprem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts whose users share one home, as on NFS: all of them change the same files at the same moment. */
class SharedHomeTest {
    private static final int HOSTS = 8;
    private static final int ROUNDS = 15;
    private static final String OURS = "ssh-ed25519 AAAAours manta:c";

    @TempDir
    Path home;

    @Test
    void theUsersOwnLinesSurviveWhateverAllHostsDoAtOnce() throws Exception {
        Path keys = home.resolve(".ssh/authorized_keys");
        Files.createDirectories(keys.getParent());
        // Without an end of line, as some editors leave it.
        Files.writeString(keys, "# mine\nssh-ed25519 AAAAuser somebody@laptop\nssh-rsa AAAAother other@laptop");
        List<String> users = Files.readAllLines(keys);
        for (int round = 0; round < ROUNDS; round++) {
            atOnce("allow " + base64(OURS));
            List<String> all = new ArrayList<>(users);
            all.add(OURS);
            assertThat(Files.readAllLines(keys)).as("round %d, allowed", round).isEqualTo(all);
            atOnce("forget c '" + base64(OURS) + "'");
            assertThat(Files.readAllLines(keys))
                    .as("round %d, forgotten", round)
                    .isEqualTo(users);
        }
        try (var files = Files.list(keys.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("no lock and no copy is left")
                    .containsExactly("authorized_keys");
        }
    }

    @Test
    void aLockOfTheDeadHoldsNobodyUpForEver() throws Exception {
        Path lock = Files.createDirectories(home.resolve(".ssh/.manta-lock"));
        atOnce("allow " + base64(OURS));
        assertThat(Files.readAllLines(home.resolve(".ssh/authorized_keys"))).containsExactly(OURS);
        assertThat(lock).doesNotExist();
    }

    private void atOnce(String line) throws IOException, InterruptedException {
        var hosts = new ArrayList<Process>();
        for (int host = 0; host < HOSTS; host++) {
            var builder = new ProcessBuilder(
                            "sh", "-c", "D='" + home.resolve("claims-" + host) + "' P=/proc\n" + script() + "\n" + line)
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("out-" + host).toFile());
            builder.environment().put("HOME", home.toString());
            hosts.add(builder.start());
        }
        for (Process host : hosts) {
            assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(host.exitValue()).isZero();
        }
    }

    private static String script() throws IOException {
        try (var in = Objects.requireNonNull(HostShell.class.getResourceAsStream("host.sh"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
