package io.manta.spi.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms in which secrets were seen in configurations, command lines, logs and answers of services. */
class SafeTextTest {
    /** Stands for the secret in the forms below. */
    private static final String SECRET = "hUnt3r2Zz9";

    static List<String> forms() {
        return List.of(
                "aws_secret_access_key = <S>",
                "aws_secret_access_key=<S>",
                "  aws_session_token =   <S>",
                "AWS_SECRET_ACCESS_KEY=<S> python train.py",
                "export HF_TOKEN=<S>",
                "export DB_PASSWORD='<S> and more'",
                "export DB_PASSWORD=\"<S> and \\\"more\\\" <S>\"",
                "env WANDB_API_KEY=<S> python x.py",
                "RAY_AUTH_TOKEN=<S> ray start",
                "password: <S>",
                "password: \"<S>\"",
                "password: 'it is <S>'",
                "  - api_key: <S>",
                "{password: <S>, user: me}",
                "{\"password\": \"<S>\"}",
                "{\"password\":\"<S>\"}",
                "{\"password\": \"a\\\"<S>\\\"b\"}",
                "{\"msg\": \"{\\\"password\\\": \\\"<S>\\\"}\"}",
                "{\"msg\": \"{\\\\\\\"token\\\\\\\":\\\\\\\"<S>\\\\\\\"}\"}",
                "{'secret': '<S>'}",
                "{\"name\": \"DB_PASSWORD\", \"value\": \"<S>\"}",
                "{name: API_TOKEN, value: <S>}",
                "<password><S></password>",
                "<apiKey><S></apiKey>",
                ":password => '<S>'",
                "token := <S>",
                "ENV HF_TOKEN <S>",
                "ARG NPM_TOKEN <S>",
                "aws configure set aws_secret_access_key <S>",
                "mycli --password <S>",
                "mycli --password=<S>",
                "mycli --password '<S> x'",
                "mycli --db-password \"<S> x\" --port 5432",
                "mycli -token <S>",
                "mycli --api-key <S> run",
                "docker login -u me -p <S> registry.example.com",
                "docker login --username me --password <S>",
                "podman login -p=<S> registry.example.com",
                "sshpass -p <S> ssh host",
                "sshpass -p<S> ssh host",
                "mysql -u root -p<S> db",
                "mysqldump -p '<S>' db",
                "mongosh -u me -p <S> host",
                "redis-cli -h host -a <S> ping",
                "curl -u me:<S> https://example.com",
                "curl --user me:<S> https://example.com",
                "curl -H 'Authorization: Bearer <S>' https://example.com",
                "curl -H \"X-Api-Key: <S>\" https://example.com",
                "wget --http-passwd <S> https://example.com",
                "Authorization: Bearer <S>",
                "authorization: basic <S>",
                "\"Authorization\": \"Token <S>\"",
                "X-Ray-Authorization: Bearer <S>",
                "x-amz-security-token: <S>",
                "sent bearer <S> to the server",
                "Set-Cookie: session=<S>; Path=/",
                "Cookie: sid=<S>",
                "https://me:<S>@example.com/repo.git",
                "https://<S>@example.com/repo.git",
                "redis://:<S>@example.com:6379/0",
                "postgresql://me@example.com/db?password=<S>",
                "postgres://me:pa@<S>@example.com/db",
                "https://bucket.example.com/x?X-Amz-Credential=<S>&X-Amz-Signature=<S>",
                "https://blob.example.com/x?sv=1&sig=<S>",
                "https://api.example.com/v1?key=<S>",
                "https://api.example.com/v1?access_token=<S>",
                "DefaultEndpointsProtocol=https;AccountKey=<S>;EndpointSuffix=x",
                "machine example.com login me password <S>",
                "the password is <S>",
                "token \"<S>\" was refused",
                "CREATE USER me IDENTIFIED BY '<S>'",
                "openssl rsa -passin pass:<S> -in key.pem",
                "client_secret=<S>",
                "GF_SECURITY_ADMIN_PASSWORD=<S>",
                "PGPASSWORD=<S> psql",
                "private_key_passphrase: <S>",
                "azure.account-key: <S>",
                "credentials: <S>");
    }

    static List<String> tokens() {
        return List.of(
                "AKIA" + "ABCDEFGHIJKLMNOP",
                "ghp_" + "a1b2c3d4e5f6a1b2c3d4e5f6",
                "github_pat_" + "11ABCDEFG0abcdefghijkl_mnop",
                "glpat-" + "abcdefghij0123456789",
                "hf_" + "abcdefghijABCDEFGHIJ12",
                "npm_" + "abcdefghijABCDEFGHIJ1234567890",
                "pypi-" + "AgEIcHlwaS5vcmcCJGFiY2RlZmdoaWprbG1ub3A",
                "xoxb-" + "123456789012-abcdefghijkl",
                "sk-" + "proj-abcdefghij0123456789",
                "sk_live_" + "abcdefghij0123456789",
                "AIza" + "SyA-abcdefghijklmnopqrstuvwxyz01234",
                "ya29." + "a0AfB_abcdefghijklmnopqrst",
                "GOCSPX-" + "abcdefghijklmnopqrstuv",
                "hvs." + "CAESIabcdefghijklmnopqrstuv",
                "SG." + "abcdefghijklmnopqrst.abcdefghijklmnopqrst",
                "dop_v1_" + "0123456789abcdef0123456789abcdef",
                "AGE-SECRET-KEY-1" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w");
    }

    @Test
    void theCorpusIsLarge() {
        assertThat(forms().stream().distinct().count()).isGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void hidesTheValue(String form) {
        String safe = SafeText.of(form.replace("<S>", SECRET));
        assertThat(safe).doesNotContain(SECRET).contains("***");
    }

    @ParameterizedTest
    @MethodSource("tokens")
    void hidesTokensWhereverTheyStand(String token) {
        assertThat(SafeText.of("got " + token + ", going on"))
                .doesNotContain(token)
                .startsWith("got ***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RSA PRIVATE KEY",
                "PRIVATE KEY",
                "OPENSSH PRIVATE KEY",
                "EC PRIVATE KEY",
                "PGP PRIVATE KEY BLOCK"
            })
    void hidesPrivateKeys(String kind) {
        String text = "before\n  -----BEGIN " + kind + "-----\n  " + SECRET + "\n  -----END " + kind + "-----\nafter";
        assertThat(SafeText.of(text))
                .doesNotContain(SECRET, "BEGIN")
                .startsWith("before\n")
                .endsWith("\nafter");
        assertThat(SafeText.of(text.replace("\n", "\\n"))).doesNotContain(SECRET);
    }

    @Test
    void hidesValuesThatStandOnLinesOfTheirOwn() {
        assertThat(SafeText.of("password: |\n  " + SECRET + "\n  " + SECRET + "\nuser: me"))
                .doesNotContain(SECRET)
                .endsWith("user: me");
        assertThat(SafeText.of("- name: DB_PASSWORD\n  value: " + SECRET + "\n- name: COLOUR\n  value: red"))
                .doesNotContain(SECRET)
                .endsWith("value: red");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mkdir -p /home/ray/data",
                "ssh -p 2222 host",
                "docker run -p 8080:80 image",
                "ssh_private_key: ~/.ssh/id_ed25519",
                "--token-file /etc/token",
                "secretName: my-registry",
                "git clone git@github.com:ray-project/ray.git",
                "ssh://ubuntu@10.0.0.1:22",
                "https://docs.example.com/a:b/c",
                "2026-01-01 00:00:00,123 INFO worker.py:1234 -- Started 12 nodes",
                "pip install torch==2.4.0 --index-url https://download.example.com/whl/cu121",
                "Ray uses tokens and secrets of your own",
                "the basic functionality works",
                ""
            })
    void leavesTheRestAsItIs(String line) {
        assertThat(SafeText.of(line)).isEqualTo(line);
    }

    @Test
    void longLinesTakeNoLongTime() {
        List<String> lines = List.of(
                "a".repeat(50_000),
                "token".repeat(10_000),
                "{\"password\": \"" + "\\\"x".repeat(10_000),
                "password: \"" + "x".repeat(50_000),
                "://" + ":@".repeat(10_000),
                "login ".repeat(10_000));
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> lines.forEach(line -> assertThat(SafeText.of(line)).isNotEmpty()));
    }
}
