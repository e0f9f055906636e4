package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.Reach;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Machines are known before they are reached, where their consoles tell their keys. */
final class HostKeysTest {
    private static final String CONSOLE = """
            [   20.1] cloud-init[901]: boot
            ci-info: -----BEGIN SSH HOST KEY KEYS-----
            ecdsa-sha2-nistp256 AAAAE2VjZHNh root@ip-10-0-0-7
            [   20.3] cloud-init[901]: ssh-ed25519 AAAAC3NzaC1 root@ip-10-0-0-7
            -----END SSH HOST KEY KEYS-----
            login:
            """;

    @Test
    void keysOnTheConsoleAreDemandedAndOthersAreTrustedAtFirstSight() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("keys");
            FaultyWire proxy = world.proxy();
            NodeProvider first = world.open(config, proxy);
            first.prepare(config, Progress.NONE);
            first.launch(Specs.request(Specs.head(config, "h-1")));
            Machine head = Eventually.eventually(
                            Duration.ofSeconds(20),
                            "it runs",
                            () -> first.list(Look.USUAL),
                            all -> all.getFirst().state() == Machine.MachineState.RUNNING)
                    .getFirst();
            proxy.script(call -> call.name().equals("GetConsoleOutput")
                    ? new Act.AnswerWith(answer("nothing yet"))
                    : new Act.Pass());
            Reach.Ssh early = (Reach.Ssh) first.reach(head);
            assertThat(early.options()).isEmpty();

            proxy.script(call ->
                    call.name().equals("GetConsoleOutput") ? new Act.AnswerWith(answer(CONSOLE)) : new Act.Pass());
            assertThat(((Reach.Ssh) first.reach(head)).options())
                    .as("a console is not read again at once")
                    .isEmpty();
            NodeProvider provider = world.open(config, proxy);
            Reach.Ssh reach = (Reach.Ssh) provider.reach(head);
            assertThat(reach.options()).contains("StrictHostKeyChecking=yes");
            Path file = Path.of(reach.options().getFirst().replaceAll(".*=\"(.*)\"", "$1"));
            assertThat(Files.readAllLines(file))
                    .isEqualTo(List.of(
                            reach.address() + " ecdsa-sha2-nistp256 AAAAE2VjZHNh",
                            reach.address() + " ssh-ed25519 AAAAC3NzaC1"));
            int asked = proxy.calls("GetConsoleOutput").size();
            provider.reach(head);
            assertThat(proxy.calls("GetConsoleOutput"))
                    .as("known keys are not asked for again")
                    .hasSize(asked);
            proxy.script(call -> new Act.Pass());
            provider.terminate(Set.of(head.id()));
            provider.cleanUp();
        }
    }

    @Test
    void theHeadDemandsTheKeysOfItsWorkers() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("inner");
            FaultyWire proxy = world.proxy();
            NodeProvider user = world.open(config, proxy);
            user.prepare(config, Progress.NONE);
            user.launch(Specs.workers(config, "n-1"));
            Machine worker = Eventually.eventually(
                            Duration.ofSeconds(20),
                            "it runs",
                            () -> user.list(Look.USUAL),
                            all -> all.getFirst().state() == Machine.MachineState.RUNNING)
                    .getFirst();
            proxy.script(call ->
                    call.name().equals("GetConsoleOutput") ? new Act.AnswerWith(answer(CONSOLE)) : new Act.Pass());
            assertThat(((Reach.Ssh) user.reach(worker)).options())
                    .as("not set up by the user")
                    .isEmpty();
            Reach.Ssh reach = (Reach.Ssh) world.openOnHead(config, proxy).reach(worker);
            assertThat(reach.address()).isEqualTo(worker.internalAddress().orElseThrow());
            assertThat(reach.options()).contains("StrictHostKeyChecking=yes");
            assertThat(Files.readString(Path.of(reach.options().getFirst().replaceAll(".*=\"(.*)\"", "$1"))))
                    .contains(reach.address() + " ssh-ed25519 AAAAC3NzaC1");
            assertThat(user.features().policies(config).get("head")).contains("ec2:GetConsoleOutput");
            proxy.script(call -> new Act.Pass());
            user.terminate(Set.of(worker.id()));
            user.cleanUp();
        }
    }

    private static String answer(String text) {
        return "<GetConsoleOutputResponse><output>"
                + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))
                + "</output></GetConsoleOutputResponse>";
    }
}
