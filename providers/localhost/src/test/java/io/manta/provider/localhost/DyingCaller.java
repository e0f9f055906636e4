package io.manta.provider.localhost;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Progress;
import io.manta.testkit.Specs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A process of its own that works on a cluster until somebody kills it. */
final class DyingCaller {
    /** A cluster so named has nodes that claim a GPU each. */
    static final String CLAIMS = "gpu-";

    private DyingCaller() {}

    static Process start(Path directory, String cluster) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingCaller.class.getName(),
                        directory.toString(),
                        cluster)
                .redirectErrorStream(true)
                .start();
    }

    /** Launches, tags and terminates without end, and tells each step. */
    public static void main(String[] arguments) throws Exception {
        var world = new LocalhostWorld(Path.of(arguments[0]));
        boolean claims = arguments[1].startsWith(CLAIMS);
        ClusterConfig config = claims ? AcceleratorLawTest.config(world, arguments[1], 1) : world.config(arguments[1]);
        NodeProvider provider = world.open(config, Duration.ZERO);
        provider.prepare(config, Progress.NONE);
        System.out.println("step");
        long pid = ProcessHandle.current().pid();
        for (int i = 0; true; i++) {
            List<Machine> made =
                    provider.launch(Specs.workers(config, "d-" + pid + "-" + i)).created();
            System.out.println("step");
            if (made.isEmpty()) {
                continue;
            }
            Machine machine = made.getFirst();
            provider.tag(Map.of(machine.id(), Map.of("seen", "yes")));
            System.out.println("step");
            if (i % 2 == 0 || claims) {
                provider.terminate(Set.of(machine.id()));
            }
        }
    }
}
