package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.Eventually;
import io.manta.testkit.MotoServer;
import io.manta.testkit.SshHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, moto as AWS, hosts with a real sshd as instances, and real Ray on them. */
@RequiresRay
@Tag("hosts")
class AwsTest {
    private static final String SWITCH = "10.77.0.1";

    @TempDir
    Path directory;

    private SshHosts hosts;
    private MotoServer moto;
    private BootedHosts instances;
    private MantaProgram manta;

    @BeforeEach
    void makeCloud() throws IOException {
        hosts = HostsLab.hosts("aws", 4, Map.of());
        moto = MotoServer.start(hosts.client(), SWITCH, log());
        String endpoint = "http://" + SWITCH + ":" + moto.port();
        var prefix = new ArrayList<>(hosts.client());
        prefix.addAll(List.of("env", "AWS_ENDPOINT_URL=" + endpoint, "AWS_ACCESS_KEY_ID=x", "AWS_SECRET_ACCESS_KEY=y"));
        manta = new MantaProgram(directory.resolve("home"), prefix);
        instances = new BootedHosts(
                hosts, BootedHosts.moto(endpoint, Files.createDirectories(directory.resolve("home/clusters"))));
    }

    @AfterEach
    void removeCloud() {
        if (instances != null) {
            instances.close();
        }
        if (moto != null) {
            moto.close();
        }
        if (hosts != null) {
            hosts.close();
        }
    }

    private Path log() {
        return directory.resolve("calls.jsonl");
    }

    private Path yaml(String name, int min) throws IOException {
        String text = """
                cluster_name: %s
                max_workers: 3
                provider: {type: aws, region: %s, use_internal_ips: true}
                auth: {ssh_user: ray}
                head_node_type: head
                available_node_types:
                  head:
                    resources: {CPU: 0}
                    node_config: {InstanceType: m5.large}
                  worker:
                    resources: {CPU: 1}
                    min_workers: %d
                    max_workers: 3
                    node_config: {InstanceType: m5.large}
                """.formatted(name, MotoServer.REGION, min);
        return Files.writeString(directory.resolve(name + ".yaml"), text + CloudHosts.RAY);
    }

    private Map<String, Long> tally() throws IOException {
        return CloudHosts.tally(log());
    }

    @Test
    void workersJoinMoreComeWithDemandAndDownLeavesNothing() throws Exception {
        String yaml = yaml("cloud", 2).toString();
        MantaProgram.Run up = manta.run("up", yaml, "-y");
        assertThat(up.exitCode()).as("%s\n%s", up.all(), instances.story()).isZero();
        assertThat(manta.nodes("cloud", "worker", "running")).hasSize(2);
        assertThat(Files.readAllLines(log()))
                .filteredOn(line -> line.contains("\"RunInstances\""))
                .hasSize(2);
        System.out.println("AWS calls of a cold up with 2 workers: " + tally());

        manta.run(
                        "exec",
                        "cloud",
                        "python -c 'import ray; from ray.autoscaler.sdk import request_resources;"
                                + " ray.init(address=\"auto\"); request_resources(num_cpus=3)'")
                .succeeded();
        Eventually.eventually(
                Duration.ofMinutes(2),
                "a third worker joins",
                () -> manta.nodes("cloud", "worker", "running").size() == 3);
        assertThat(manta.run("up", yaml, "-y").succeeded().all()).contains("nothing was touched");

        restsAndWakes();

        MantaProgram.Run down = manta.run("down", "cloud", "-y").succeeded();
        assertThat(down.out())
                .containsPattern("instances +0")
                .containsPattern("roles +0")
                .doesNotContainPattern("groups +[1-9]");
        assertThat(CloudHosts.calls(log())).filteredOn("RunInstances"::equals).hasSize(3);
        Eventually.eventually(Duration.ofSeconds(20), "hosts are free", () -> instances.running() == 0);
        assertThat(manta.run("down", yaml, "-y").succeeded().all()).contains("nothing to do");
    }

    @Test
    void nodesFromABakedImageAreNotSetUpAgain() throws Exception {
        Path yaml = yaml("cake", 0);
        String text =
                Files.readString(yaml).replace("setup_commands: []", "setup_commands: [\"echo set-up >>~/steps\"]");
        Files.writeString(yaml, text);
        var calls =
                List.of("RunInstances after", "CreateImage before", "CreateImage after", "TerminateInstances after");
        for (String call : calls) {
            killAt(call, "bake", yaml.toString(), "--node-type", "head", "-y");
        }
        System.out.println("AWS crash points of the packaged bake: " + calls.size());
        MantaProgram.Run bake =
                manta.run("bake", yaml.toString(), "--node-type", "head", "-y").succeeded();
        assertThat(bake.out()).containsPattern("node_config:\n  ImageId: ami-");
        assertThat(tally().getOrDefault("CreateImage", 0L)).isLessThanOrEqualTo(1);
        Eventually.eventually(Duration.ofSeconds(20), "the host is free", () -> instances.running() == 0);
        assertThat(manta.run("list").out()).doesNotContain("cake-bake");

        String image = bake.out().replaceAll("(?s).*ImageId: (ami-\\w+).*", "$1");
        Files.writeString(yaml, text.replace("InstanceType: m5.large", "InstanceType: m5.large, ImageId: " + image));
        MantaProgram.Run up = manta.run("up", yaml.toString(), "-y").succeeded();
        assertThat(up.all()).contains("No new setup commands").doesNotContain("Running setup commands");
        manta.run("down", "cake", "-y").succeeded();
        assertThat(manta.run("bake", yaml.toString(), "--remove", "-y")
                        .succeeded()
                        .all())
                .as("and one that was finished when its maker was killed")
                .containsPattern("Removed: .*" + image);
    }

    /** Runs a verb until AWS is at this call, and ends it there with kill -9. */
    private void killAt(String call, String... args) throws Exception {
        Path hold = MotoServer.holdFile(log());
        Path reached = hold.resolveSibling(hold.getFileName() + ".reached");
        Files.deleteIfExists(reached);
        Files.writeString(hold, call);
        Process process = manta.start(args);
        Eventually.eventually(
                Duration.ofMinutes(2),
                "`manta " + String.join(" ", args) + "` comes to " + call,
                () -> Files.exists(reached) || !process.isAlive());
        assertThat(process.isAlive()).as(call + "\n" + manta.output(process)).isTrue();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        Files.delete(hold);
    }

    @Test
    void killedAtAnyCallUpCompletesAndDownLeavesNothing() throws Exception {
        String yaml = yaml("doomed", 1).toString();
        var ups = List.of(
                "CreateRole after",
                "ImportKeyPair after",
                "CreateSecurityGroup after",
                "AddRoleToInstanceProfile before",
                "RunInstances before",
                "RunInstances after",
                "CreateTags before");
        for (String call : ups) {
            killAt(call, "up", yaml, "-y");
        }
        MantaProgram.Run up = manta.run("up", yaml, "-y");
        assertThat(up.exitCode()).as("%s\n%s", up.all(), instances.story()).isZero();
        assertThat(manta.nodes("doomed", "worker", "running")).hasSize(1);
        assertThat(instances.running()).as("%s", instances.story()).isEqualTo(2);

        var downs = List.of(
                "TerminateInstances before",
                "TerminateInstances after",
                "DeleteInstanceProfile after",
                "DeleteRole before");
        for (String call : downs) {
            killAt(call, "down", yaml, "-y");
        }
        MantaProgram.Run down = manta.run("down", yaml, "-y").succeeded();
        assertThat(down.out())
                .containsPattern("instances +0")
                .doesNotContainPattern("(groups|roles|pairs|profiles) +[1-9]");
        System.out.println("AWS crash points of the packaged program: " + (ups.size() + downs.size()));
        assertThat(manta.run("cleanup", "--region", MotoServer.REGION, "-y")
                        .succeeded()
                        .all())
                .contains("No cluster has anything");
    }

    @Test
    void aSpotWorkerThatIsTakenBackIsReplacedBeforeItIsGone() throws Exception {
        Path yaml = yaml("spot", 1);
        String secret = "wJalrXUtnFEMIsecret";
        Files.writeString(
                yaml,
                Files.readString(yaml)
                        .replace(
                                "max_workers: 3\n    node_config: {",
                                "max_workers: 3\n    node_config: {InstanceMarketOptions: {MarketType: spot}, ")
                        .replace(
                                "provider: {",
                                "provider: {aws_credentials: {aws_access_key_id: AKIAFILE, aws_secret_access_key: "
                                        + secret + "}, "));
        MantaProgram.Run up = manta.run("up", yaml.toString(), "-y");
        assertThat(up.exitCode()).as("%s\n%s", up.all(), instances.story()).isZero();
        assertThat(manta.run("exec", "spot", "grep -rl wJalrXUtnFEMI''secret ~ | wc -l")
                        .succeeded()
                        .out()
                        .strip())
                .as("files on the head with the user's key")
                .isEqualTo("0");
        // Work that does not end by itself keeps the node until its time is over.
        manta.run(
                        "exec",
                        "spot",
                        "python -c 'import ray, time; ray.init(address=\"auto\", namespace=\"n\");"
                                + " A = ray.remote(num_cpus=1)(type(\"A\", (), {\"nap\": lambda self: time.sleep(600)}));"
                                + " a = A.options(name=\"a\", lifetime=\"detached\").remote(); a.nap.remote(); time.sleep(1)'")
                .succeeded();
        Map<String, Object> worker = manta.nodes("spot", "worker", "running").getFirst();
        announceEnd(String.valueOf(worker.get("address")), Duration.ofSeconds(90));
        List<Map<String, Object>> next = Eventually.eventually(
                Duration.ofSeconds(80),
                "another worker has joined",
                () -> manta.nodes("spot", "worker", "running").stream()
                        .filter(node -> !Objects.equals(worker.get("id"), node.get("id")))
                        .toList(),
                nodes -> !nodes.isEmpty());
        assertThat(next).hasSize(1);
        assertThat(manta.nodes("spot", "worker", "draining"))
                .as("the old one is still there")
                .extracting(node -> node.get("id"))
                .containsExactly(worker.get("id"));
        assertThat(instances.running()).as("%s", instances.story()).isEqualTo(3);
        assertThat(manta.run(
                                "exec",
                                "spot",
                                "python -c 'import ray; ray.init(address=\"auto\"); from ray._private.state import state;"
                                        + " print(\"drained by Ray:\", len(state.get_draining_nodes()))'")
                        .succeeded()
                        .out())
                .contains("drained by Ray: 1");
        manta.run("down", "spot", "-y").succeeded();
    }

    /** From now on the metadata service of the host with this address says that its time is nearly over. */
    private void announceEnd(String address, Duration notice) throws IOException {
        int host = hosts.all().stream()
                .map(SshHosts.Host::number)
                .filter(number ->
                        hosts.exec(number, "cat /home/ray/address").output().contains(address))
                .findFirst()
                .orElseThrow();
        SshHosts.Ended started = hosts.exec(host, """
                ip addr add 169.254.169.254/32 dev lo
                cat >/run/metadata.py <<'END'
                %s
                END
                setsid python3 /run/metadata.py 169.254.169.254 80 %d </dev/null >/run/metadata.log 2>&1 &
                """.formatted(
                        Files.readString(MotoServer.above("testkit/moto/metadata.py")), notice.toSeconds()));
        assertThat(started.exitCode()).as(started.output()).isZero();
    }

    @Test
    void verbsThatNeedNoNodes() throws Exception {
        String yaml = yaml("verbs", 0).toString();
        MantaProgram.Run doctor = manta.run("doctor", yaml).succeeded();
        assertThat(doctor.out())
                .contains("credentials", "subnets", "permissions", "quota")
                .doesNotContain("problem");
        MantaProgram.Run policy = manta.run("doctor", yaml, "--policy").succeeded();
        assertThat(policy.out()).contains("\"Sid\"", "aws:ResourceTag/ray-cluster-name", "verbs-bake");
        MantaProgram.Run plan = manta.run("plan", yaml).succeeded();
        assertThat(plan.out()).contains("security group", "m5.large");
        assertThat(CloudHosts.calls(log())).doesNotContain("CreateRole").allMatch(call -> !call.startsWith("Delete"));

        MantaProgram.Run stranger = manta.run("doctor", yaml, "--profile", "nobody");
        assertThat(stranger.exitCode()).isEqualTo(1);
        assertThat(stranger.all()).contains("AWS-PROFILE");
        killAt("ImportKeyPair after", "up", yaml, "-y");
        assertThat(manta.run("cleanup", "--region", MotoServer.REGION, "-y")
                        .succeeded()
                        .all())
                .contains("Cluster verbs:");
        assertThat(manta.run("cleanup", "--region", MotoServer.REGION, "-y")
                        .succeeded()
                        .all())
                .contains("No cluster has anything");
        assertThat(manta.run("stop", yaml, "-y").succeeded().all()).contains("nothing to do");
        assertThat(manta.run("start", yaml).exitCode()).isEqualTo(1);
        assertThat(manta.run("down", yaml, "-y").exitCode()).isZero();
    }

    private void restsAndWakes() throws Exception {
        manta.run("exec", "cloud", "echo kept >~/.manta/note").succeeded();
        // The daemon has just been given its configuration anew, and may still be about to report.
        Object head = Eventually.eventually(
                        Duration.ofSeconds(30),
                        "the head is reported",
                        () -> manta.nodes("cloud", "head", "running"),
                        nodes -> !nodes.isEmpty())
                .getFirst()
                .get("address");
        var stops = List.of("CreateTags after", "StopInstances before", "StopInstances after");
        for (String call : stops) {
            killAt(call, "stop", "cloud", "-y");
        }
        MantaProgram.Run stop = manta.run("stop", "cloud", "-y").succeeded();
        assertThat(stop.all())
                .contains("is stopped: 4 machines")
                .containsPattern("disks cost about \\$\\d+\\.\\d\\d a month");
        Eventually.eventually(Duration.ofSeconds(20), "no host runs", () -> instances.running() == 0);
        assertThat(manta.nodes("cloud", "head", "stopped")).hasSize(1);
        assertThat(manta.run("stop", "cloud", "-y").succeeded().all()).contains("is stopped: 4 machines");

        var starts = List.of("StartInstances before", "StartInstances after");
        for (String call : starts) {
            killAt(call, "start", "cloud");
        }
        System.out.println("AWS crash points of the packaged stop and start: " + (stops.size() + starts.size()));
        assertThat(manta.run("start", "cloud").succeeded().all()).doesNotContain("nothing to do");
        assertThat(manta.nodes("cloud", "head", "running").getFirst().get("address"))
                .isEqualTo(head);
        assertThat(manta.nodes("cloud", "worker", "running")).hasSizeGreaterThanOrEqualTo(2);
        assertThat(manta.run("exec", "cloud", "cat ~/.manta/note").succeeded().out())
                .contains("kept");
        assertThat(manta.run("start", "cloud").succeeded().all()).contains("nothing to do");
    }
}
