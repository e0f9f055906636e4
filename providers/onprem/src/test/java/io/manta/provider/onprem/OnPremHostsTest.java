package io.manta.provider.onprem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.manta.remote.ssh.SshConnections;
import io.manta.remote.ssh.SshSettings;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Scratch;
import io.manta.testkit.Specs;
import io.manta.testkit.SshHosts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On hosts with a real sshd and processes of their own: head on 1, workers on 2 to 4. */
@Tag("hosts")
class OnPremHostsTest {
    private SshHosts hosts;
    private SshConnections connections;

    @TempDir
    Path directory;

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = SshHosts.up("onprem", 4);
        var program = new ArrayList<>(hosts.client());
        program.add("ssh");
        connections = new SshConnections(new SshSettings(
                directory.resolve("known_hosts"),
                Scratch.untilExit("mssh"),
                program,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                false));
    }

    @AfterEach
    void removeHosts() throws Exception {
        if (hosts != null) {
            connections.disconnect();
            connections.close();
            hosts.close();
        }
    }

    private ClusterConfig config(String name) {
        ClusterConfig small = Configs.small(
                name,
                "local",
                Map.of(
                        "head_ip", hosts.host(1).address(),
                        "worker_ips",
                                List.of(
                                        hosts.host(2).address(),
                                        hosts.host(3).address(),
                                        "ray@" + hosts.host(4).address() + ":22")));
        return new ClusterConfig(
                small.name(),
                small.provider(),
                small.nodeTypes(),
                small.headType(),
                small.maxWorkers(),
                small.upscalingSpeed(),
                small.idleTimeout(),
                new AuthSettings(
                        Optional.of("ray"), Optional.of(hosts.key().toString()), Optional.empty(), Optional.empty()),
                small.docker(),
                small.files(),
                small.commands(),
                "",
                "");
    }

    private NodeProvider open(ClusterConfig config, OnPremNodeProvider.View view) {
        return new OnPremNodeProvider(
                config, directory.resolve("state-" + config.name()), connections::runner, view, Duration.ZERO);
    }

    private static Set<MachineId> ids(List<Machine> machines) {
        return machines.stream().map(Machine::id).collect(Collectors.toSet());
    }

    private static void untilEmpty(NodeProvider provider) throws Exception {
        Eventually.eventually(
                Duration.ofSeconds(30), "nothing is left", () -> provider.list(Look.USUAL), List::isEmpty);
    }

    private static int number(Machine machine) {
        return Integer.parseInt(machine.internalAddress().orElseThrow().replaceAll(".*\\.", "")) - 10;
    }

    @Test
    void endingANodeEndsWhatItStartedAndNothingElse() throws Exception {
        ClusterConfig config = config("c1");
        NodeProvider provider = open(config, OnPremNodeProvider.View.OUTSIDE);
        provider.prepare(config, Progress.NONE);
        LaunchResult launched = provider.launch(Specs.workers(config, "n-a"));
        int host = number(launched.created().getFirst());
        String stubborn = "RAY_CLOUD_INSTANCE_ID=n-a setsid bash -c 'trap \"\" TERM; while :; do sleep 777; done'";
        hosts.exec(
                host,
                "su ray -c \"MANTA_NODE=n-a setsid sleep 555 >/dev/null 2>&1 &\"; su ray -c '"
                        + stubborn.replace("'", "'\\''") + " >/dev/null 2>&1 &';"
                        + " RAY_CLOUD_INSTANCE_ID=n-b setsid sleep 666 >/dev/null 2>&1 &");

        provider.terminate(ids(provider.list(Look.USUAL)));
        untilEmpty(provider);

        assertThat(hosts.exec(host, "ps ax").output())
                .contains("sleep 666")
                .doesNotContain("sleep 555")
                .doesNotContain("sleep 777");
        provider.cleanUp();
        assertThat(hosts.exec(host, "ls /var/tmp/manta; cat /home/ray/.ssh/authorized_keys | grep -c manta:")
                        .output())
                .isEqualTo("lock\n0\n");
    }

    @Test
    void theHeadSeesTheSameHostsWithTheClustersOwnKey() throws Exception {
        ClusterConfig config = config("c2");
        NodeProvider outside = open(config, OnPremNodeProvider.View.OUTSIDE);
        outside.prepare(config, Progress.NONE);
        outside.launch(Specs.request(Specs.head(config, "h-1")));
        outside.launch(Specs.workers(config, "n-1", "n-2", "n-3"));
        NodeProvider inside = open(config, OnPremNodeProvider.View.INSIDE);
        assertThat(ids(inside.list(Look.USUAL))).hasSize(4).isEqualTo(ids(outside.list(Look.USUAL)));
        assertThat(inside.list(Look.USUAL))
                .allMatch(machine -> machine.trouble().isEmpty());
        inside.terminate(ids(inside.list(Look.USUAL)));
        untilEmpty(outside);
    }

    @Test
    void hostsThatCannotBeUsedAreNamedOneByOneAndTheOthersServe() throws Exception {
        hosts.stopSshd(2);
        hosts.exec(3, "rm /home/ray/.ssh/authorized_keys");
        ClusterConfig config = config("c3");
        NodeProvider provider = open(config, OnPremNodeProvider.View.OUTSIDE);
        Preflight preflight = provider.check(config, Depth.QUICK);
        assertThat(preflight.isClean()).isTrue();
        assertThat(preflight.problems()).extracting(Problem::code).containsExactlyInAnyOrder("SSH-REFUSED", "SSH-AUTH");
        provider.prepare(config, Progress.NONE);
        LaunchResult result = provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));
        assertThat(result.created()).hasSize(1);
        assertThat(result.shortfall())
                .hasValueSatisfying(e -> assertThat(e.problem().why())
                        .contains(hosts.host(2).address() + " refuses SSH connections [SSH-REFUSED]")
                        .contains(hosts.host(3).address() + " does not let us log in [SSH-AUTH]"));
        provider.terminate(ids(provider.list(Look.USUAL)));
        untilEmpty(provider);
    }

    @Test
    void aHostServesOneClusterAtATimeAndAFullDiskIsSaidSo() throws Exception {
        ClusterConfig first = config("c4");
        ClusterConfig second = config("c5");
        NodeProvider owner = open(first, OnPremNodeProvider.View.OUTSIDE);
        owner.launch(Specs.workers(first, "n-1", "n-2"));
        hosts.exec(
                4,
                "mkdir -p /var/tmp/manta && mount -t tmpfs -o size=4k,mode=1777 tmpfs /var/tmp/manta && dd if=/dev/zero of=/var/tmp/manta/x bs=4k count=2");
        LaunchResult result =
                open(second, OnPremNodeProvider.View.OUTSIDE).launch(Specs.workers(second, "m-1", "m-2", "m-3"));
        hosts.exec(4, "umount /var/tmp/manta");
        List<Integer> mine =
                owner.list(Look.USUAL).stream().map(OnPremHostsTest::number).toList();
        assertThat(result.shortfall()).hasValueSatisfying(e -> {
            for (int host : mine) {
                assertThat(e.problem().why()).contains(hosts.host(host).address() + " belongs to cluster c4@");
            }
            assertThat(e.problem().why()).contains(mine.contains(4) ? "belongs" : "nothing can be written");
        });
    }

    @Test
    void aHostThatIsAwayIsReportedAbandonedOnTerminationAndEndedWhenItIsBack() throws Exception {
        ClusterConfig config = config("c6");
        NodeProvider provider = open(config, OnPremNodeProvider.View.OUTSIDE);
        provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));
        assertThat(provider.list(Look.USUAL)).hasSize(3);
        hosts.stopSshd(2);
        connections.disconnect();

        Machine away = provider.list(Look.USUAL).stream()
                .filter(m -> number(m) == 2)
                .findFirst()
                .orElseThrow();
        assertThat(away.trouble()).hasValueSatisfying(p -> assertThat(p.code()).isEqualTo("SSH-REFUSED"));
        provider.terminate(ids(provider.list(Look.USUAL)));
        untilEmpty(provider);
        ProviderException left = catchThrowableOfType(ProviderException.class, provider::cleanUp);
        assertThat(left.problem().code()).isEqualTo("ONPREM-LEFT-BEHIND");
        assertThat(left.problem().why()).contains(hosts.host(2).address());

        hosts.startSshd(2);
        untilEmpty(provider);
        Eventually.eventually(
                Duration.ofSeconds(20),
                "its claim is gone",
                () -> {
                    provider.list(Look.USUAL);
                    return hosts.exec(2, "ls /var/tmp/manta").output();
                },
                "lock\n"::equals);
        provider.cleanUp();
    }
}
