package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.spi.remote.Command;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.Specs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done on nodes themselves, run here by a real shell with another home. */
final class HostScriptsTest {
    @TempDir
    Path home;

    private Process start(Command command) throws IOException {
        var builder = new ProcessBuilder("bash", "-c", command.script()).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().putAll(command.environment());
        return builder.start();
    }

    private String run(Command command) throws Exception {
        Process process = start(command);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private static List<Command> commands(ClusterConfig config, AwsWorld world) throws Exception {
        NodeProvider provider = world.open(config);
        provider.prepare(config, Progress.NONE);
        Machine machine =
                provider.launch(Specs.workers(config, "n-1")).created().getFirst();
        List<Command> commands = provider.features().hostCommands(machine);
        provider.terminate(Set.of(machine.id()));
        provider.cleanUp();
        return commands;
    }

    private static ClusterConfig withImage(ClusterConfig config, String image) {
        NodeType worker = config.nodeType(Configs.WORKER);
        var docker = new DockerSettings(image, "ray_container", true, List.of(), false, false, false);
        var types = new LinkedHashMap<>(config.nodeTypes());
        types.put(
                Configs.WORKER,
                new NodeType(
                        worker.name(),
                        worker.resources(),
                        worker.labels(),
                        worker.minWorkers(),
                        worker.maxWorkers(),
                        worker.idleTimeout(),
                        worker.priority(),
                        worker.pricePerHour(),
                        worker.nodeConfig(),
                        worker.initializationCommands(),
                        worker.workerSetupCommands(),
                        Optional.of(docker),
                        worker.launchHash()));
        return config.withNodeTypes(types);
    }

    @Test
    void aPrivateRegistrysPasswordIsPutWhereDockerLooksForItAndIsInNoScript() throws Exception {
        String registry = "123456789012.dkr.ecr.us-west-2.amazonaws.com";
        try (var world = new AwsWorld()) {
            Command login = commands(withImage(world.config("ecr"), registry + "/ray:2"), world)
                    .getFirst();
            assertThat(login.environment()).containsOnlyKeys("MANTA_REGISTRY_AUTH");
            assertThat(login.script()).doesNotContain(login.environment().get("MANTA_REGISTRY_AUTH"));
            Path file = Files.createDirectories(home.resolve(".docker")).resolve("config.json");
            Files.writeString(file, "{\"auths\": {\"other\": {\"auth\": \"x\"}}}");
            run(login);
            run(login);
            assertThat(Files.readString(file))
                    .contains("\"other\"", registry, login.environment().get("MANTA_REGISTRY_AUTH"));
            assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
            assertThat(commands(withImage(world.config("hub"), "rayproject/ray"), world))
                    .isEmpty();
        }
    }

    @Test
    void theCloudWatchAgentGetsItsConfigurationOrASayingThatThereIsNoAgent() throws Exception {
        Path config = Files.writeString(home.resolve("agent.json"), "{\"of\": \"{instance_id} {cluster_name}\"}");
        try (var world = new AwsWorld(Map.of("cloudwatch", Map.of("agent", Map.of("config", config.toString()))))) {
            ClusterConfig cluster = world.config("metrics");
            Command command = commands(cluster, world).getFirst();
            assertThat(command.script()).containsPattern("i-\\w+ " + cluster.name());
            assertThat(run(command)).contains("is not in this image");
            assertThat(world.open(cluster).features().policies(cluster).get("head"))
                    .contains("cloudwatch:PutMetricData");
        }
    }

    @Test
    void aSpotNodeTellsRayWhenItsMachineIsTakenBack() throws Exception {
        var announced = new AtomicReference<String>();
        HttpServer metadata = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        metadata.createContext("/", exchange -> {
            boolean known = "secret".equals(exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token"));
            String path = exchange.getRequestURI().getPath();
            String answer = exchange.getRequestMethod().equals("PUT") && path.equals("/latest/api/token")
                    ? "secret"
                    : known && path.equals("/latest/meta-data/spot/instance-action") ? announced.get() : null;
            byte[] body = answer == null ? new byte[0] : answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(
                    answer == null ? (known ? 404 : 401) : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        metadata.start();
        try (var world = new AwsWorld()) {
            ClusterConfig config = AwsWorld.withWorkers(
                    world.config("spot"), Map.of("InstanceMarketOptions", Map.of("MarketType", "spot")));
            Command command = commands(config, world).getFirst();
            Path told = home.resolve("told");
            Path ray = Files.createDirectories(home.resolve("bin")).resolve("ray");
            Files.writeString(ray, "#!/bin/sh\necho \"$@\" >>" + told + "\n[ -e " + home + "/answers ]\n");
            ray.toFile().setExecutable(true);
            Files.writeString(home.resolve(".bash_profile"), "PATH=" + ray.getParent() + ":$PATH\n");
            Command here = command.withEnvironment(Map.of(
                    "MANTA_METADATA",
                    "http://127.0.0.1:" + metadata.getAddress().getPort() + " 0.1"));
            run(here);
            long first = agent();
            run(here);
            Eventually.eventually(
                    Duration.ofSeconds(10),
                    "a second agent replaces the first",
                    () -> agent() != first
                            && ProcessHandle.of(first)
                                    .filter(ProcessHandle::isAlive)
                                    .isEmpty());
            assertThat(told).doesNotExist();

            Instant end = Instant.now().plusSeconds(118).truncatedTo(ChronoUnit.SECONDS);
            announced.set("{\"action\": \"terminate\", \"time\": \"" + end + "\"}");
            Eventually.eventually(
                    Duration.ofSeconds(10),
                    "told again until it was understood",
                    () -> Files.exists(told) && Files.readAllLines(told).size() >= 2);
            Files.writeString(home.resolve("answers"), "");
            Eventually.eventually(
                    Duration.ofSeconds(10),
                    "the agent is done",
                    () -> Files.exists(home.resolve(".manta/interruption.json"))
                            && Files.readString(home.resolve(".manta/interruption.json"))
                                    .contains("\"told\": true"));
            assertThat(Files.readString(told))
                    .contains("drain-node --reason DRAIN_NODE_REASON_PREEMPTION")
                    .containsPattern("--deadline-remaining-seconds 1[01]\\d");
        } finally {
            metadata.stop(0);
            ProcessHandle.of(agent()).ifPresent(ProcessHandle::destroy);
        }
    }

    private long agent() throws Exception {
        Path file = home.resolve(".manta/interruption-agent.pid");
        return Eventually.eventually(
                Duration.ofSeconds(10),
                "an agent runs",
                () -> Files.exists(file) && !Files.readString(file).isBlank()
                        ? Long.parseLong(Files.readString(file).strip())
                        : -1L,
                pid -> pid > 0);
    }
}
