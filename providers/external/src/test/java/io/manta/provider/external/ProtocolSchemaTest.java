package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.testkit.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What really goes over the pipes is what docs/provider-protocol.schema.json says, in both directions. */
final class ProtocolSchemaTest {
    // jsonschema comes with Ray.
    private static final String VALIDATE = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            line = Draft202012Validator(schema)
            methods, seen = {}, set()
            for text in open(sys.argv[2] + "/in"):
                request = json.loads(text)
                line.validate(request)
                methods[request["id"]] = request["method"]
            for text in open(sys.argv[2] + "/out"):
                answer = json.loads(text)
                line.validate(answer)
                method = methods[answer["id"]]
                part = {**schema["$defs"]["results"]["properties"].get(method, {}), "$defs": schema["$defs"]}
                Draft202012Validator(part).validate(answer["result"])
                seen.add(method)
            print(" ".join(sorted(seen)))
            """;

    @TempDir
    Path directory;

    @Test
    @Tag("ray")
    @EnabledIf(
            value = "io.manta.provider.external.Samples#isShellReady",
            disabledReason = "needs jq and a Python with Ray")
    void everyLineFitsTheSchema() throws Exception {
        String pipe = "tee '" + directory + "/in' | '" + Samples.shell() + "' | tee '" + directory + "/out'";
        var world = new ExternalWorld(directory, new HelperSort() {
            @Override
            List<String> command(Path where) {
                return List.of("bash", "-c", pipe);
            }

            @Override
            public Map<String, Object> settings(Path where, String cluster) {
                return Map.of("command", command(where));
            }
        });
        ClusterConfig config = world.config("alpha");
        try (NodeProvider provider = world.open(config)) {
            provider.check(config, Depth.QUICK);
            provider.prepare(config, Progress.NONE);
            Machine machine =
                    provider.launch(Specs.workers(config, "n-1")).created().getFirst();
            provider.tag(Map.of(machine.id(), Map.of("a", "b")));
            provider.list(Look.USUAL);
            provider.reach(machine);
            provider.terminate(Set.of(machine.id()));
            provider.cleanUp();
        }

        Path schema = Samples.directory().resolveSibling("../docs/provider-protocol.schema.json");
        Process process = new ProcessBuilder(
                        Samples.rayPython().orElseThrow(), "-c", VALIDATE, schema.toString(), directory.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo("check clean_up hello launch list prepare reach tag terminate");
    }
}
