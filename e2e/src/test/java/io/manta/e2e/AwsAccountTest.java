package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.testkit.Eventually;
import io.manta.testkit.MotoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program against moto: as whom AWS is asked, and what stays in the account. No node is set up. */
class AwsAccountTest {
    private static final String SECRET = "wJalrXUtnFEMIsecret";

    @TempDir
    static Path calls;

    @TempDir
    Path directory;

    private static MotoServer moto;
    private MantaProgram manta;

    @BeforeAll
    static void startMoto() throws IOException {
        moto = MotoServer.start(List.of(), "127.0.0.1", log());
    }

    @BeforeEach
    void makeAccount() throws IOException {
        forgetCalls();
        Path token = Files.writeString(directory.resolve("token"), "a.web.token");
        Path credentials = Files.writeString(directory.resolve("credentials"), """
                [one]
                aws_access_key_id = AKIAONE
                aws_secret_access_key = x
                [two]
                aws_access_key_id = AKIATWO
                aws_secret_access_key = x
                """);
        Path config = Files.writeString(directory.resolve("config"), """
                [profile boss]
                role_arn = arn:aws:iam::123456789012:role/boss
                source_profile = one
                region = us-west-2
                [profile robot]
                role_arn = arn:aws:iam::123456789012:role/robot
                web_identity_token_file = %s
                region = us-west-2
                """.formatted(token));
        manta = new MantaProgram(
                directory.resolve("home"),
                List.of(
                        "env",
                        "-u",
                        "AWS_ACCESS_KEY_ID",
                        "-u",
                        "AWS_PROFILE",
                        "AWS_EC2_METADATA_DISABLED=true",
                        "AWS_ENDPOINT_URL=" + moto.endpoint(),
                        "AWS_SHARED_CREDENTIALS_FILE=" + credentials,
                        "AWS_CONFIG_FILE=" + config));
    }

    @AfterAll
    static void endMoto() {
        moto.close();
    }

    private static Path log() {
        return calls.resolve("calls.jsonl");
    }

    private String yaml(String name, String provider) throws IOException {
        Path file = directory.resolve(name + ".yaml");
        Files.writeString(file, """
                cluster_name: %s
                provider: {type: aws, region: us-west-2, use_internal_ips: true, allowed_ssh_cidr: 203.0.113.7/32%s}
                auth: {ssh_user: ray}
                """.formatted(name, provider));
        return file.toString();
    }

    /** Access keys of all calls but those that ask for a role. */
    private static Set<String> keys() throws IOException {
        var keys = new TreeSet<String>();
        for (String line : Files.readAllLines(log())) {
            List<Object> words = JSON.std.listFrom(line);
            if (!words.get(2).toString().startsWith("AssumeRole")) {
                keys.add(words.get(7).toString());
            }
        }
        return keys;
    }

    private static long made(String action) throws IOException {
        long count = 0;
        for (String line : Files.readAllLines(log())) {
            List<Object> words = JSON.std.listFrom(line);
            count += words.get(2).equals(action) && words.get(3).equals(200) ? 1 : 0;
        }
        return count;
    }

    private static void forgetCalls() throws IOException {
        Files.writeString(log(), "");
    }

    /** Ends {@code up} when AWS has answered this call. */
    private void upUntil(String call, String... args) throws Exception {
        Path hold = MotoServer.holdFile(log());
        Path reached = hold.resolveSibling(hold.getFileName() + ".reached");
        Files.deleteIfExists(reached);
        Files.writeString(hold, call);
        var words = new ArrayList<>(List.of("up", "-y"));
        words.addAll(List.of(args));
        Process process = manta.start(words.toArray(new String[0]));
        Eventually.eventually(
                Duration.ofMinutes(2), "it comes to " + call, () -> Files.exists(reached) || !process.isAlive());
        assertThat(process.isAlive()).as(manta.output(process)).isTrue();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        Files.delete(hold);
    }

    @Test
    void profilesAreUsedAndRememberedAndRolesAreAssumed() throws Exception {
        String plain = yaml("who", "");
        String named = yaml("named", ", profile: two");
        assertThat(manta.run("doctor", plain).all()).contains("AWS-NO-CREDENTIALS");
        assertThat(manta.run("doctor", named).succeeded().out()).contains("profile two (from provider.profile)");
        assertThat(keys()).containsExactly("AKIATWO");
        forgetCalls();
        assertThat(manta.run("doctor", named, "--profile", "one").succeeded().out())
                .contains("profile one (from --profile)");
        assertThat(keys()).containsExactly("AKIAONE");
        assertThat(manta.run("doctor", plain, "--profile", "boss").succeeded().out())
                .contains("assumed-role/boss");
        assertThat(manta.run("doctor", plain, "--profile", "robot").succeeded().out())
                .contains("assumed-role/robot");

        forgetCalls();
        upUntil("ImportKeyPair after", plain, "--profile", "one");
        manta.run("down", plain, "-y").succeeded();
        assertThat(keys()).as("`down` without a flag").containsExactly("AKIAONE");
    }

    @Test
    void credentialsInTheFileAreUsedAndShownToNobody() throws Exception {
        String yaml = yaml(
                "keyed", ", aws_credentials: {aws_access_key_id: AKIAFILE, aws_secret_access_key: " + SECRET + "}");
        assertThat(manta.run("doctor", yaml, "--profile", "one").succeeded().out())
                .contains("provider.aws_credentials");
        assertThat(keys()).containsExactly("AKIAFILE");
        assertThat(manta.run("config", yaml).succeeded().all()).doesNotContain(SECRET);
    }

    @Test
    void whatIsSharedIsKeptForTheNextTimeIfAsked() throws Exception {
        String yaml = yaml("kept", ", profile: one, efs: /data");
        upUntil("RunInstances before", yaml);
        MantaProgram.Run down = manta.run("down", yaml, "-y", "--keep-shared").succeeded();
        assertThat(down.out())
                .containsPattern("instances +0")
                .containsPattern("security groups +1")
                .containsPattern("key pairs +1")
                .containsPattern("roles +1");

        upUntil("RunInstances before", yaml);
        assertThat(made("CreateSecurityGroup")).as("the old ones are used").isEqualTo(1);
        assertThat(made("ImportKeyPair")).isEqualTo(1);
        assertThat(made("CreateRole")).isEqualTo(1);

        manta.run("down", yaml, "-y", "--keep-shared").succeeded();
        MantaProgram.Run all = manta.run("down", yaml, "-y").succeeded();
        assertThat(all.out())
                .containsPattern("instances +0")
                .containsPattern("file systems +1")
                .doesNotContainPattern("(groups|roles|pairs|profiles) +[1-9]");

        String[] cleanup = {"cleanup", "--region", MotoServer.REGION, "--profile", "one", "-y", "--with-data"};
        String[] careful = Arrays.copyOf(cleanup, cleanup.length - 1);
        assertThat(manta.run(careful).succeeded().all()).contains("Cluster kept:", "it holds your data");
        assertThat(manta.run(cleanup).succeeded().all()).contains("Cluster kept:");
        assertThat(manta.run(careful).succeeded().all()).contains("No cluster has anything");
    }
}
