package io.manta.provider.external;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.external.protocol.HelperRequests;
import io.manta.spi.model.ClusterConfig;
import java.io.BufferedReader;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A helper that is asked for something and killed at once: what it leaves is what a crash leaves. */
final class DyingHelper {
    /** Instead of a time: as soon as it has answered. */
    static final long WHEN_ANSWERED = -1;

    private DyingHelper() {}

    static void ask(
            ExternalWorld world,
            ClusterConfig config,
            List<String> command,
            Map<String, String> environment,
            String method,
            Map<String, Object> params,
            long millis)
            throws Exception {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (Writer in = process.outputWriter();
                BufferedReader out = process.inputReader()) {
            write(
                    in,
                    1,
                    "hello",
                    Map.of(
                            "protocol",
                            1,
                            "config",
                            HelperRequests.config(config),
                            "state_dir",
                            world.state(config).toString(),
                            "on_head",
                            false));
            out.readLine();
            write(in, 2, method, params);
            if (millis == WHEN_ANSWERED) {
                out.readLine();
            } else {
                process.waitFor(millis, TimeUnit.MILLISECONDS);
            }
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private static void write(Writer in, int id, String method, Map<String, Object> params) throws Exception {
        in.write(JSON.std.asString(Map.of("id", id, "method", method, "params", params)) + "\n");
        in.flush();
    }
}
