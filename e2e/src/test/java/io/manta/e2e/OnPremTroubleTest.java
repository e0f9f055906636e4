package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster over SSH through its worst day: {@code up} killed half way, scaling, the daemon killed, a host that dies. */
@RequiresRay
@Tag("hosts")
class OnPremTroubleTest {
    private static final String TWO_AT_ONCE = """
            import ray, socket, time
            ray.init(address="auto", log_to_driver=False)
            @ray.remote(num_cpus=1)
            def where():
                time.sleep(3)
                return socket.gethostname()
            print("ran on", len(set(ray.get([where.remote() for _ in range(9)]))), "hosts")
            """;

    @TempDir
    Path directory;

    @Test
    void goesOnAfterEverythingThatCanBeKilledWasKilled() throws Exception {
        try (var lab = new HostsLab("trouble", 3, directory, Map.of())) {
            MantaProgram manta = lab.manta;
            String yaml = lab.yaml("bad", lab.addresses(2, 3), "min_workers: 0\nidle_timeout_minutes: 0.1\n")
                    .toString();
            Process first = manta.start("up", yaml, "-y");
            MantaProgram.await(
                    "the head's Ray is being started",
                    Duration.ofSeconds(60),
                    () -> manta.events("bad").stream()
                            .anyMatch(event -> "STEP_STARTED".equals(event.get("type"))
                                    && String.valueOf(event.get("message")).contains("7/7")));
            first.destroyForcibly().waitFor();
            manta.run("up", yaml, "-y").succeeded();
            assertThat(lab.hosts.exec(1, "pgrep -cx gcs_server").output()).isEqualTo("1\n");

            String script = lab.write("two.py", TWO_AT_ONCE).toString();
            Process job = manta.start("submit", "bad", script);
            MantaProgram.await(
                    "the cluster has grown",
                    Duration.ofSeconds(90),
                    () -> manta.nodes("bad", "worker", "running").size() == 2);

            String before =
                    lab.hosts.exec(1, "pgrep -f 'Main daemon bad' | tail -1").output();
            lab.hosts.exec(1, "pkill -9 -f '^[^ ]*java.*Main daemon bad'");
            MantaProgram.await("another daemon is there", Duration.ofSeconds(30), () -> {
                String now = lab.hosts
                        .exec(1, "pgrep -f '^[^ ]*java.*Main daemon bad'")
                        .output();
                return !now.isBlank() && !now.equals(before);
            });
            assertThat(job.waitFor(120, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
            assertThat(manta.output(job)).contains("ran on 3 hosts");

            lab.hosts.kill(3);
            MantaProgram.await(
                    "the dead host's node is lost, the idle one removed",
                    Duration.ofMinutes(2),
                    () -> manta.nodes("bad", "worker", "running").isEmpty());

            MantaProgram.Run down = manta.run("down", "bad", "-y");
            lab.hosts.revive(3);
            assertThat(down.exitCode()).as(down.all()).isNotZero();
            assertThat(down.all()).contains("ONPREM-LEFT-BEHIND");
            assertThat(lab.processes(1)).isEmpty();
            manta.run("down", "bad", "-y").succeeded();
            for (int host = 1; host <= 3; host++) {
                assertThat(lab.processes(host)).as("host %d", host).isEmpty();
                assertThat(lab.hosts.exec(host, "ls /var/tmp/manta").output()).isEqualTo("lock\n");
            }
        }
    }
}
