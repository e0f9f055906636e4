package io.manta.e2e;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the fakes of clouds have in common when their instances are hosts of this machine. */
final class CloudHosts {
    /** The end of a cluster's file: how Ray is started on a host that knows its own address. */
    static final String RAY = """
            setup_commands: []
            head_setup_commands: []
            head_start_ray_commands:
              - ray stop
              - >-
                ray start --head --port=6379 --node-ip-address=$(cat ~/address) --num-cpus=0
                --object-store-memory=80000000 --include-dashboard=false --disable-usage-stats
                --autoscaling-config=~/ray_bootstrap_config.yaml
            worker_start_ray_commands:
              - ray stop
              - >-
                ray start --address=$RAY_HEAD_IP:6379 --node-ip-address=$(cat ~/address) --num-cpus=1
                --object-store-memory=80000000
            """;

    private CloudHosts() {}

    /** Names of the calls that the cloud got, in order. */
    static List<String> calls(Path log) throws IOException {
        var calls = new ArrayList<String>();
        for (String line : Files.readAllLines(log)) {
            List<Object> words = JSON.std.listFrom(line);
            calls.add(words.get(2).toString());
        }
        return calls;
    }

    static Map<String, Long> tally(Path log) throws IOException {
        return calls(log).stream()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
