package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import io.manta.spi.provider.Reach;
import io.manta.testkit.AtOnce;
import io.manta.testkit.Configs;
import io.manta.testkit.Specs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a provider that is a process may do wrong, and what comes of it. */
final class HelperTest {
    private static final Path PROGRAM =
            Path.of("src/test/resources/misbehaving.py").toAbsolutePath();

    @TempDir
    Path directory;

    private final List<NodeProvider> opened = new ArrayList<>();
    private ClusterConfig config = Configs.small("c", "external", Map.of());

    @AfterEach
    void closeAll() {
        opened.forEach(NodeProvider::close);
    }

    @Test
    void aHelperKilledInTheMiddleOfALaunchIsAskedAgainAndNothingIsMadeTwice() throws Exception {
        NodeProvider provider = open("dies in launch");

        var result = provider.launch(Specs.workers(config, "n-1", "n-2"));

        assertThat(result.created()).hasSize(2);
        assertThat(result.shortfall()).isEmpty();
        assertThat(provider.list(Look.USUAL))
                .extracting(m -> m.nodeId().value())
                .containsExactlyInAnyOrder("n-1", "n-2");
    }

    @Test
    void aHelperThatDiesEveryTimeIsAProblemAndTheNextCallWorks() throws Exception {
        NodeProvider provider = open("always dies");

        assertProblem(
                () -> provider.launch(Specs.workers(config, "n-1")), "EXTERNAL-HELPER-ENDED", Kind.UNREACHABLE, "137");

        assertThat(provider.list(Look.USUAL)).hasSize(1);
    }

    @Test
    void aHelperThatHangsIsReplaced() throws Exception {
        NodeProvider provider = open("hangs in list", 1);

        assertProblem(() -> provider.list(Look.USUAL), "EXTERNAL-TIMEOUT", Kind.UNREACHABLE, "list within 1 s");

        assertThat(provider.list(Look.USUAL)).isEmpty();
    }

    @Test
    void aSlowCallHoldsUpNoOther() throws Exception {
        NodeProvider provider = open("slow launch");
        provider.list(Look.USUAL);

        List<Long> ends = AtOnce.run(2, i -> {
            if (i == 0) {
                provider.launch(Specs.workers(config, "n-1"));
            } else {
                provider.list(Look.USUAL);
            }
            return System.nanoTime();
        });

        assertThat(ends.get(1)).isLessThan(ends.get(0));
    }

    @Test
    void whatIsNoAnswerIsKeptInTheLogAndDoesNotDisturb() throws Exception {
        Files.createDirectories(directory.resolve("state"));
        NodeProvider provider = open("babbles");

        provider.launch(Specs.workers(config, "n-1"));

        assertThat(provider.list(Look.USUAL)).hasSize(1);
        assertThat(directory.resolve("state/provider.log"))
                .content()
                .contains("Welcome to the shop!", "and on standard error", "999999");
    }

    @Test
    void anotherVersionOfTheProtocolIsRefused() throws Exception {
        assertProblem(() -> open("protocol 2").list(Look.USUAL), "EXTERNAL-PROTOCOL", Kind.INVALID, "version 2");
    }

    @Test
    void aHelperThatDoesNotStartSaysWhy() throws Exception {
        assertProblem(
                () -> open("ends at once").list(Look.USUAL),
                "EXTERNAL-HELPER-ENDED",
                Kind.UNREACHABLE,
                "the shop is closed");
        config = settings(Map.of("command", List.of("/no/such/program")));
        assertProblem(() -> open().list(Look.USUAL), "EXTERNAL-HELPER-START", Kind.INVALID, "/no/such/program");
    }

    @Test
    void anErrorKeepsItsKindCodeAndAdvice() throws Exception {
        NodeProvider provider = open("no capacity");

        assertProblem(
                () -> provider.launch(Specs.workers(config, "n-1")), "SHOP-SOLD-OUT", Kind.NO_CAPACITY, "come back");
    }

    @Test
    void anAnswerThatMakesNoSenseSaysWhatIsWrongWithIt() throws Exception {
        assertProblem(() -> open("unknown state").list(Look.USUAL), "EXTERNAL-ANSWER", Kind.UNKNOWN, "purple");
    }

    @Test
    void aTemplateIsFilledIn() throws Exception {
        Reach reach = open("").reach(machine());

        assertThat(reach).isEqualTo(new Reach.Template(List.of("on", "m-1", "{command}"), List.of()));
    }

    @Test
    void theFileMaySayHowNodesAreReached() throws Exception {
        config = settings(
                Map.of("command", List.of("/never/asked"), "reach", Map.of("ssh", Map.of("user", "me", "port", 2222))));

        assertThat(open().reach(machine()))
                .isEqualTo(new Reach.Ssh(
                        "192.0.2.1", 2222, Optional.of("me"), Optional.empty(), Optional.empty(), List.of()));
    }

    private static Machine machine() {
        return new Machine(
                new MachineId("m-1"),
                Machine.MachineState.RUNNING,
                Map.of(),
                Optional.of("10.0.0.1"),
                Optional.of("192.0.2.1"),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static void assertProblem(ThrowingCallable call, String code, Kind kind, String words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProviderException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(code);
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.problem().toString()).contains(words);
        });
    }

    private NodeProvider open(String mode) throws Exception {
        return open(mode, 20);
    }

    private NodeProvider open(String mode, double timeout) throws Exception {
        config = settings(Map.of(
                "command",
                List.of("python3", PROGRAM.toString()),
                "mode",
                mode,
                "directory",
                directory.resolve("store").toString(),
                "timeout_seconds",
                timeout));
        return open();
    }

    private NodeProvider open() throws Exception {
        var context = new ProviderContext(
                config,
                directory.resolve("state"),
                directory.resolve("runtime"),
                _ -> {
                    throw new IllegalStateException();
                },
                false);
        NodeProvider provider = new ExternalFactory().open(context);
        opened.add(provider);
        return provider;
    }

    private static ClusterConfig settings(Map<String, Object> settings) {
        return Configs.small("c", "external", settings);
    }
}
