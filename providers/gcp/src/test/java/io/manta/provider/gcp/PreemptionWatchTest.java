package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.manta.provider.gcp.machine.PreemptionWatch;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Offer.Market;
import io.manta.spi.model.Tags;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreemptionWatchTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path home;

    private final ClusterConfig config = Configs.small("c", "gcp", Map.of());

    private static Machine worker(Market market) {
        return new Machine(
                new MachineId("m-1"),
                Machine.MachineState.RUNNING,
                Map.of(Tags.TYPE, Configs.WORKER),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Optional.of(new Offer(Configs.WORKER, "z", market, "", OptionalDouble.empty())),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void onlySpotMachinesWatch() {
        assertThat(new PreemptionWatch(config).of(worker(Market.ON_DEMAND))).isEmpty();
        assertThat(new PreemptionWatch(config).of(worker(Market.SPOT))).hasSize(1);
    }

    @Test
    void aSpotNodeDrainsItselfWhenItsMetadataServerSaysSo() throws Exception {
        var taken = new AtomicBoolean();
        HttpServer metadata = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        metadata.createContext("/computeMetadata/v1/instance/preempted", exchange -> {
            boolean asked = "Google".equals(exchange.getRequestHeaders().getFirst("Metadata-Flavor"));
            byte[] body = (taken.get() ? "TRUE" : "FALSE").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(asked ? 200 : 403, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        metadata.start();
        try {
            Path told = pretendRay();
            run("http://127.0.0.1:" + metadata.getAddress().getPort() + " 0.1");
            long first = watcher();
            run("http://127.0.0.1:" + metadata.getAddress().getPort() + " 0.1");
            Eventually.eventually(LIMIT, "a second one replaces the first", () -> watcher() != first && !runs(first));
            assertThat(told).doesNotExist();
            taken.set(true);
            Eventually.eventually(
                    LIMIT,
                    "told again until it was understood",
                    () -> Files.exists(told) && Files.readAllLines(told).size() >= 2);
            Files.writeString(home.resolve("answers"), "");
            Eventually.eventually(
                    LIMIT,
                    "it is done",
                    () -> Files.readString(home.resolve(".manta/preemption.json"))
                            .contains("\"told\": true"));
            assertThat(Files.readString(told))
                    .contains("drain-node --reason DRAIN_NODE_REASON_PREEMPTION")
                    .containsPattern("--deadline-remaining-seconds \\d\\d");
        } finally {
            metadata.stop(0);
            ProcessHandle.of(watcher()).ifPresent(ProcessHandle::destroy);
        }
    }

    /** Notes what it is called with, and fails until there is a file named answers. */
    private Path pretendRay() throws Exception {
        Path told = home.resolve("told");
        Path ray = Files.createDirectories(home.resolve("bin")).resolve("ray");
        Files.writeString(ray, "#!/bin/sh\necho \"$@\" >>" + told + "\n[ -e " + home + "/answers ]\n");
        assertThat(ray.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve(".bash_profile"), "PATH=" + ray.getParent() + ":$PATH\n");
        return told;
    }

    private void run(String metadata) throws Exception {
        String script =
                new PreemptionWatch(config).of(worker(Market.SPOT)).getFirst().script();
        var builder = new ProcessBuilder("bash", "-c", script).inheritIO();
        builder.environment().putAll(Map.of("HOME", home.toString(), "MANTA_METADATA", metadata));
        assertThat(builder.start().waitFor()).isZero();
    }

    private static boolean runs(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private long watcher() throws Exception {
        Path file = home.resolve(".manta/preemption-watch.pid");
        return Eventually.eventually(
                LIMIT,
                "one runs",
                () -> Files.exists(file) && !Files.readString(file).isBlank()
                        ? Long.parseLong(Files.readString(file).strip())
                        : -1L,
                pid -> pid > 0);
    }
}
