package io.manta.provider.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ProblemException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which API is asked, and as whom. */
final class AccessTest {
    @TempDir
    Path home;

    private static String config(String name, String user) {
        return """
                clusters: [{name: %1$s, cluster: {server: "https://%1$s.example:6443", insecure-skip-tls-verify: true}}]
                users: [{name: me, user: %2$s}]
                contexts:
                - {name: %1$s, context: {cluster: %1$s, user: me, namespace: mine}}
                - {name: broken, context: {cluster: nowhere, user: me}}
                current-context: %1$s
                """.formatted(name, user);
    }

    private Access find(Optional<String> context, Map<String, String> environment) throws ProblemException {
        return Access.find(Optional.empty(), context, false, environment, home);
    }

    private Path write(String name, String text) throws Exception {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void fails(Action action, String code, String... words) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(code);
            for (String word : words) {
                assertThat(e.problem().toString()).contains(word);
            }
        });
    }

    private interface Action {
        void run() throws Exception;
    }

    @Test
    void theUsualFileIsReadAndItsCurrentContextUsed() throws Exception {
        write(".kube/config", config("one", "{token: secret}"));
        Access access = find(Optional.empty(), Map.of());

        assertThat(access.server().toString()).isEqualTo("https://one.example:6443");
        assertThat(access.namespace()).contains("mine");
        assertThat(access.credentials().authorization()).contains("Bearer secret");
    }

    @Test
    void theEnvironmentNamesSeveralFilesAndTheFirstCounts() throws Exception {
        write(".kube/config", config("usual", "{token: a}"));
        Path first = write("first", config("one", "{token: first}"));
        Path second = write("second", config("two", "{token: second}"));
        var environment = Map.of("KUBECONFIG", home + "/missing:" + first + ":" + second);

        assertThat(find(Optional.empty(), environment).context()).isEqualTo("one");
        Access other = find(Optional.of("two"), environment);
        assertThat(other.server().getHost()).isEqualTo("two.example");
        assertThat(other.credentials().authorization()).contains("Bearer first");
    }

    @Test
    void aSettingWinsOverTheEnvironment() throws Exception {
        write("mine.yaml", config("set", "{username: u, password: p}"));
        Path other = write("other", config("other", "{}"));
        Access access = Access.find(
                Optional.of("~/mine.yaml"), Optional.empty(), false, Map.of("KUBECONFIG", other.toString()), home);

        assertThat(access.context()).isEqualTo("set");
        assertThat(access.credentials().authorization()).contains("Basic dTpw");
    }

    @Test
    void aTokenFileIsReadEveryTime() throws Exception {
        write("token", "one\n");
        write(".kube/config", config("a", "{tokenFile: ../token}"));
        Access access = find(Optional.empty(), Map.of());
        assertThat(access.credentials().authorization()).contains("Bearer one");
        write("token", "two\n");
        assertThat(access.credentials().authorization()).contains("Bearer two");
    }

    @Test
    void aLoginProgramIsAskedOnceUntilItsTokenEndsOrIsRefused() throws Exception {
        Path program = write("login", """
                #!/bin/sh
                echo x >>"$COUNT"
                n=$(wc -l <"$COUNT")
                case $KUBERNETES_EXEC_INFO in *client.authentication.k8s.io/v1beta1*) ;; *) exit 1 ;; esac
                echo "{\\"status\\": {\\"token\\": \\"t$n-$1\\", \\"expirationTimestamp\\": \\"2999-01-01T00:00:00Z\\"}}"
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        write(".kube/config", config("a", """
                {exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: ../login, args: [word],
                        env: [{name: COUNT, value: "%s/count"}]}}""".formatted(home)));
        Credentials credentials = find(Optional.empty(), Map.of()).credentials();

        assertThat(credentials.authorization()).contains("Bearer t1-word");
        assertThat(credentials.authorization()).contains("Bearer t1-word");
        credentials.renew();
        assertThat(credentials.authorization()).contains("Bearer t2-word");
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        fails(() -> find(Optional.empty(), Map.of()), "KUBE-NO-CONFIG", ".kube/config");
        write(".kube/config", config("one", "{}"));
        fails(() -> find(Optional.of("two"), Map.of()), "KUBE-NO-CONTEXT", "two", "one, broken");
        fails(() -> find(Optional.of("broken"), Map.of()), "KUBE-CONFIG-WRONG", "broken");
        fails(() -> find(Optional.empty(), Map.of("KUBECONFIG", home + "/gone")), "KUBE-CONFIG-UNREADABLE", "gone");
        write(".kube/config", "a: [");
        fails(() -> find(Optional.empty(), Map.of()), "KUBE-CONFIG-UNREADABLE");
        write(".kube/config", config("one", "{client-certificate-data: aGk=, client-key-data: aGk=}"));
        fails(() -> find(Optional.empty(), Map.of()), "KUBE-CONFIG-KEY");
    }

    @Test
    void theContextOfUpIsRemembered() throws Exception {
        write(".kube/config", config("one", "{}"));
        Path state = home.resolve("state");
        assertThat(Remembered.context(state)).isEmpty();
        Remembered.note(state, find(Optional.empty(), Map.of()));
        assertThat(Remembered.context(state)).contains("one");
        Remembered.forget(state);
        assertThat(Remembered.context(state)).isEmpty();
    }

    @Test
    void keysAreReadInAllThreeForms() throws Exception {
        for (String kind : new String[] {
            "ecparam -name prime256v1 -genkey -noout",
            "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048",
            "genrsa -traditional 2048",
            "genpkey -algorithm ed25519"
        }) {
            Process openssl = new ProcessBuilder(("openssl " + kind).split(" ", -1))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String pem = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(openssl.waitFor()).isZero();
            assertThat(PrivateKeys.read(pem).getEncoded()).as(kind).isNotEmpty();
        }
    }
}
