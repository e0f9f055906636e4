package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeId;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import io.manta.spi.provider.Reach;
import io.manta.testkit.AtOnce;
import io.manta.testkit.Configs;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What Ray promises to a provider class, and what such a class may do wrong. The class is src/test/resources/python/shop.py. */
@Tag("ray")
@EnabledIf(
        value = "io.manta.provider.external.Samples#hasRay",
        disabledReason = "real Ray is only used by ./verify without --quick")
final class PythonBridgeTest {
    private static final Path MODULES = Path.of("src/test/resources/python").toAbsolutePath();

    @TempDir
    Path directory;

    private final List<NodeProvider> opened = new ArrayList<>();
    private ClusterConfig config = Configs.small("c", "external", Map.of());

    @AfterEach
    void closeAll() {
        opened.forEach(NodeProvider::close);
    }

    @Test
    void theClassIsBootstrappedAsRayDoesIt() throws Exception {
        NodeProvider provider = open("");

        provider.list(Look.USUAL);
        assertThat(calls()).containsExactly("made raw");
        provider.prepare(config, Progress.NONE);
        provider.launch(Specs.workers(config, "n-1"));
        provider.launch(Specs.request(Specs.head(config, "h-1")));
        provider.cleanUp();

        assertThat(calls())
                .contains(
                        "made yes",
                        "create {\"subnet\": \"found\"} 1 {\"CPU\": 1, \"shelf\": 1}",
                        "create_node {\"subnet\": \"found\"} 1",
                        "post_process",
                        "cleanup");
    }

    @Test
    void onTheHeadTheClassIsFoundWhereItWasBroughtTo() throws Exception {
        NodeProvider here = open("", Map.of("on_this_machine", false), false, Samples.rayPython());
        here.prepare(config, Progress.NONE);
        assertThat(directory.resolve("state/provider/python/shop.py")).exists();

        // The file's own paths do not hold over there.
        NodeProvider there =
                open("", Map.of("on_this_machine", false, "python_path", List.of("/nowhere")), true, Optional.empty());
        there.launch(Specs.workers(config, "n-1"));

        assertThat(calls()).contains("made head");
        assertThat(there.list(Look.USUAL)).hasSize(1);
    }

    @Test
    void aLaunchExceptionsCategoryBecomesAKind() throws Exception {
        assertThat(failedLaunch("category InsufficientInstanceCapacity").kind()).isEqualTo(Kind.NO_CAPACITY);
        assertThat(failedLaunch("category QUOTA_EXCEEDED").kind()).isEqualTo(Kind.QUOTA);
        assertThat(failedLaunch("category UnauthorizedOperation").kind()).isEqualTo(Kind.DENIED);
        assertThat(failedLaunch("category RequestLimitExceeded").kind()).isEqualTo(Kind.THROTTLED);
        assertThat(failedLaunch("category InvalidAMIID").kind()).isEqualTo(Kind.INVALID);
        assertThat(failedLaunch("category Whatever").problem().what()).contains("Whatever: the shelves are empty");
    }

    @Test
    void anyOtherExceptionIsToldWithItsPlace() throws Exception {
        ProviderException failure = failedLaunch("raises");

        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(failure.problem().what()).contains("RuntimeError: dropped it", "shop.py:");
    }

    @Test
    void aClassThatMakesFewerNodesThanAskedForIsNotBelieved() throws Exception {
        assertThat(failedLaunch("makes nothing").kind()).isEqualTo(Kind.NO_CAPACITY);
    }

    @Test
    void aClassThatCallsExitOrPrintsDoesNotEndItsHelper() throws Exception {
        NodeProvider provider = open("exits");

        assertThatThrownBy(() -> provider.list(Look.USUAL))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("SystemExit");
        assertThatThrownBy(() -> provider.list(Look.USUAL)).hasMessageContaining("SystemExit");
    }

    @Test
    void aClassThatMustNotScaleNowIsAskedAgainLater() throws Exception {
        NodeProvider provider = open("unsafe");

        assertThatThrownBy(() -> provider.launch(Specs.workers(config, "n-1")))
                .isInstanceOfSatisfying(
                        ProviderException.class, e -> assertThat(e.kind()).isEqualTo(Kind.THROTTLED));
        assertThat(open("readonly").check(config, Depth.QUICK).isClean()).isFalse();
    }

    @Test
    void slowCallsGoSideBySide() throws Exception {
        NodeProvider provider = open("slow");
        provider.list(Look.USUAL);
        long begin = System.nanoTime();

        List<Long> ends = AtOnce.run(2, i -> {
            if (i == 0) {
                provider.launch(Specs.workers(config, "n-1", "n-2", "n-3", "n-4"));
            } else {
                provider.list(Look.USUAL);
            }
            return System.nanoTime() - begin;
        });

        assertThat(ends.get(1)).as("the list does not wait").isLessThan(ends.get(0));
        assertThat(ends.get(0)).as("four at 1.5 s each").isLessThan(5_500_000_000L);
    }

    @Test
    void aHelperKilledRightAfterItMadeANodeMakesNoSecondOne() throws Exception {
        NodeProvider provider = open("killed");

        LaunchResult result = provider.launch(Specs.workers(config, "n-1"));

        assertThat(result.created()).extracting(Machine::nodeId).containsExactly(new NodeId("n-1"));
        assertThat(provider.list(Look.USUAL)).hasSize(1);
    }

    @Test
    void nodesAreEndedInBatchesOfTheSizeTheClassAllows() throws Exception {
        NodeProvider provider = open("");
        provider.launch(Specs.workers(config, "n-1", "n-2", "n-3"));

        Set<MachineId> ids = provider.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet());
        ids.add(new MachineId("unknown"));
        provider.terminate(ids);

        assertThat(provider.list(Look.USUAL)).isEmpty();
        assertThat(calls()).contains("terminate 2", "terminate 1");
    }

    @Test
    void nodesAreReachedBySshUnlessTheClassBringsARunner() throws Exception {
        NodeProvider provider = open("");
        Machine machine =
                provider.launch(Specs.workers(config, "n-1")).created().getFirst();

        assertThat(machine.externalAddress()).isEmpty();
        assertThat(provider.reach(machine))
                .isInstanceOfSatisfying(
                        Reach.Ssh.class, ssh -> assertThat(ssh.address()).isEqualTo("10.0.0.1"));
    }

    @Test
    void aModuleThatCannotBeImportedIsAProblem() throws Exception {
        NodeProvider provider = open("", Map.of("module", "no_such.Provider"), false, Samples.rayPython());

        assertThat(provider.check(config, Depth.QUICK).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("cannot import no_such"));
    }

    private ProviderException failedLaunch(String mode) throws Exception {
        NodeProvider provider = open(mode);
        LaunchResult result = provider.launch(Specs.workers(config, "n-1"));
        assertThat(result.created()).isEmpty();
        provider.close();
        return result.shortfall().orElseThrow();
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(directory.resolve("shop/calls"));
    }

    private NodeProvider open(String mode) throws Exception {
        return open(mode, Map.of("on_this_machine", true), false, Samples.rayPython());
    }

    private NodeProvider open(String mode, Map<String, Object> more, boolean onHead, Optional<String> python)
            throws Exception {
        var settings = new HashMap<String, Object>();
        settings.put("module", "shop.ShopNodeProvider");
        settings.put("python_path", List.of(MODULES.toString()));
        settings.put("directory", directory.resolve("shop").toString());
        settings.put("mode", mode);
        settings.put("appear_seconds", 0.5);
        python.ifPresent(path -> settings.put("python", path));
        settings.putAll(more);
        config = Configs.small("c", "external", settings)
                .withNodeTypes(Map.of(
                        Configs.HEAD, NodeType.of(Configs.HEAD, Resources.of("CPU", 0), 0, 0),
                        Configs.WORKER, NodeType.of(Configs.WORKER, Resources.of("CPU", 1), 0, 10)));
        Path runtime = Files.createDirectories(directory.resolve("runtime"));
        if (onHead) {
            // A head has a Python with Ray somewhere; here it is found where Manta makes its own.
            Path bin = Files.createDirectories(runtime.resolve("ray/bin"));
            Files.writeString(
                    bin.resolve("python"),
                    "#!/bin/sh\nexec '" + Samples.rayPython().orElseThrow() + "' \"$@\"\n");
            bin.resolve("python").toFile().setExecutable(true);
        }
        var context = new ProviderContext(
                config,
                directory.resolve("state"),
                runtime,
                _ -> {
                    throw new IllegalStateException();
                },
                onHead);
        NodeProvider provider = new ExternalFactory().open(context);
        opened.add(provider);
        return provider;
    }
}
