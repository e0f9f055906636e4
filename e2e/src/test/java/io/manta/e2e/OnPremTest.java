package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One head and three workers over SSH, from nothing to nothing. */
@RequiresRay
@Tag("hosts")
class OnPremTest {
    @TempDir
    static Path directory;

    private static HostsLab lab;

    @BeforeAll
    static void makeHosts() {
        lab = new HostsLab("e2e", 4, directory, Map.of());
    }

    @AfterEach
    void leaveNothing() {
        lab.manta.downAll();
    }

    @AfterAll
    static void removeHosts() {
        if (lab != null) {
            lab.close();
        }
    }

    @Test
    void allHostsJoinWorkRunsOnEachAndDownLeavesNoProcess() throws Exception {
        Files.createDirectories(directory.resolve("data"));
        lab.write("data/greeting", "hello");
        String yaml = lab.yaml(
                        "all",
                        lab.addresses(2, 4),
                        "file_mounts: {~/data/: " + directory.resolve("data") + "/}\n"
                                + "file_mounts_sync_continuously: true\n"
                                + "setup_commands: ['echo api_token=do-not-show']\n")
                .toString();
        MantaProgram manta = lab.manta;
        manta.run("up", yaml, "-y", "--disable-usage-stats").succeeded();
        assertThat(manta.nodes("all", "worker", "running")).hasSize(3);
        assertThat(manta.run(
                                "submit",
                                "all",
                                lab.write("spread.py", HostsLab.SPREAD).toString())
                        .succeeded()
                        .out())
                .contains("ran on host1 host2 host3 host4");
        assertThat(filesOnWorkers("data/greeting")).containsOnly("hello");

        String raylet = pids();
        assertThat(manta.run("up", yaml, "-y", "--disable-usage-stats")
                        .succeeded()
                        .all())
                .contains("nothing was touched");
        assertThat(pids()).isEqualTo(raylet);
        assertThat(manta.run("exec", "all", "hostname; exit 7").exitCode()).isEqualTo(7);

        nodesReachEachOther();
        filesTravel(yaml);
        namesWorkInSsh();
        dumpHoldsEverythingButSecrets();

        manta.run("down", "all", "-y").succeeded();
        for (int host = 1; host <= 4; host++) {
            assertThat(lab.processes(host)).as("host %d", host).isEmpty();
            assertThat(lab.hosts.exec(host, "ls /var/tmp/manta").output()).isEqualTo("lock\n");
            assertThat(lab.hosts
                            .exec(host, "ls /home/ray/.ssh; cat /home/ray/.ssh/config")
                            .output())
                    .doesNotContain("manta");
        }
    }

    private static void nodesReachEachOther() {
        assertThat(lab.manta
                        .run("exec", "all", "ssh host3 ssh " + lab.address(4) + " hostname")
                        .out())
                .isEqualTo("host4\n");
    }

    private static void filesTravel(String yaml) {
        MantaProgram manta = lab.manta;
        Path file = lab.write("up.txt", "up");
        manta.run("rsync-up", "all", file.toString(), "~/new/up.txt", "-A").succeeded();
        assertThat(filesOnWorkers("new/up.txt")).containsOnly("up");
        Path back = directory.resolve("back");
        manta.run("rsync-down", "all", "~/new/up.txt", back.toString(), "-A").succeeded();
        assertThat(back).isDirectoryRecursivelyContaining("glob:**/ray-all-worker-*/up.txt");
        // What changes on the head goes on to the workers by itself.
        lab.write("data/greeting", "hello again");
        manta.run("rsync-up", yaml).succeeded();
        MantaProgram.await(
                "workers have the new file",
                Duration.ofSeconds(30),
                () -> filesOnWorkers("data/greeting").stream().allMatch("hello again"::equals));
    }

    private static void namesWorkInSsh() throws Exception {
        Path config = lab.write(
                "ssh_config",
                lab.manta.run("ssh-config", "all", "--print").succeeded().out());
        for (String name : List.of("all", "all-worker-1", "all-worker-3")) {
            var line = new java.util.ArrayList<>(lab.hosts.client());
            line.addAll(List.of("ssh", "-F", config.toString(), name, "hostname"));
            Process ssh = new ProcessBuilder(line).redirectErrorStream(true).start();
            assertThat(new String(ssh.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                    .as(name)
                    .startsWith("host");
        }
    }

    private static void dumpHoldsEverythingButSecrets() throws Exception {
        lab.hosts.stopSshd(4);
        // The connection that is open goes on; a dead node is one that new connections do not reach.
        lab.hosts.exec(4, "pkill -f '^sshd: ray' || true");
        Path dump = directory.resolve("all.tar.gz");
        lab.manta.run("cluster-dump", "all", "-o", dump.toString(), "--no-pip").succeeded();
        lab.hosts.startSshd(4);
        Path unpacked = Files.createDirectory(directory.resolve("unpacked"));
        assertThat(new ProcessBuilder("tar", "-C", unpacked.toString(), "-xzf", dump.toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(unpacked).isDirectoryRecursivelyContaining("glob:**/nodes/ray-all-head-*/ray-logs/gcs_server.out");
        assertThat(unpacked).isDirectoryRecursivelyContaining("glob:**/nodes/ray-all-worker-*/UNREACHABLE.txt");
        assertThat(unpacked).isDirectoryRecursivelyContaining("glob:**/setup-logs/ray-all-worker-*/step-7.log");
        Process grep = new ProcessBuilder("grep", "-r", "do-not-show", unpacked.toString()).start();
        assertThat(grep.waitFor()).as("grep finds nothing").isEqualTo(1);
    }

    @Test
    void whatRunsUnattendedTakesTheClusterDownFromItsHead() {
        MantaProgram manta = lab.manta;
        manta.run("up", lab.yaml("job", lab.addresses(2, 2), "").toString(), "-y")
                .succeeded();
        manta.run("exec", "job", "--tmux", "--stop", "hostname >/tmp/ran").succeeded();
        MantaProgram.await(
                "both hosts are free again",
                Duration.ofSeconds(60),
                () -> lab.hosts.exec(1, "ls /var/tmp/manta").output().equals("lock\n")
                        && lab.hosts.exec(2, "ls /var/tmp/manta").output().equals("lock\n"));
        assertThat(lab.hosts.exec(1, "cat /tmp/ran").output()).isEqualTo("host1\n");
        MantaProgram.await(
                "nothing runs there",
                Duration.ofSeconds(30),
                () -> lab.processes(1).stream().noneMatch(line -> line.contains("ray/core"))
                        && lab.processes(2).isEmpty());
    }

    private static List<String> filesOnWorkers(String path) {
        return List.of(2, 3, 4).stream()
                .map(host -> lab.hosts.exec(host, "cat /home/ray/" + path).output())
                .toList();
    }

    private static String pids() {
        return lab.hosts.exec(1, "pgrep -x raylet; pgrep -x gcs_server").output();
    }
}
