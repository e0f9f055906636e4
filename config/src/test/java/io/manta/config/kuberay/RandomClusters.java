package io.manta.config.kuberay;

import java.util.List;
import java.util.random.RandomGenerator;

/** Cluster files with pods, of every shape that has a counterpart in a RayCluster, and of some that have none. */
final class RandomClusters {
    private final RandomGenerator random;
    private final StringBuilder out = new StringBuilder();

    private RandomClusters(RandomGenerator random) {
        this.random = random;
    }

    static String text(RandomGenerator random) {
        var file = new RandomClusters(random);
        file.write();
        return file.out.toString();
    }

    private void write() {
        int workers = random.nextInt(4);
        out.append("cluster_name: ")
                .append(pick("demo", "a".repeat(ObjectNames.LONGEST), "team-x"))
                .append('\n');
        out.append("provider: {type: kubernetes, use_internal_ips: true")
                .append(maybe(", namespace: space"))
                .append("}\n");
        out.append("max_workers: ").append(100 + random.nextInt(100)).append('\n');
        out.append(maybe("idle_timeout_minutes: 7.5\n"));
        out.append(maybe("upscaling_speed: " + pick("1.0", "1000.0", "2.5") + "\n"));
        out.append(maybe("setup_commands: [pip install numpy, \"echo a; echo b # c\"]\n"));
        out.append(maybe("file_mounts: {/data: /tmp}\n"));
        out.append(maybe("""
                head_start_ray_commands:
                  - ray stop
                  - ulimit -n 65536; ray start --head --port=6379 --dashboard-host 0.0.0.0 --ray-debugger-external --metrics-export-port=8080
                """));
        String head = pick("head", "head_node", "Big.Head");
        out.append("head_node_type: ").append(head).append("\navailable_node_types:\n");
        type(head, random.nextInt(4) == 0);
        for (int i = 0; i < workers; i++) {
            type(List.of("worker", "gpu_Worker", "gpu-worker", "9lives").get(i), true);
        }
    }

    private void type(String name, boolean grows) {
        out.append("  ").append(name).append(":\n");
        if (grows) {
            int min = random.nextInt(3);
            out.append("    min_workers: ").append(min).append('\n');
            out.append("    max_workers: ").append(min + 1 + random.nextInt(20)).append('\n');
        }
        out.append(maybe("    idle_timeout_s: 90\n"));
        out.append(maybe("    labels: {zone: a, tier: \"1\"}\n"));
        out.append(maybe("    worker_setup_commands: [make it]\n"));
        out.append(maybe("    resources: {CPU: " + random.nextInt(8) + maybe(", GPU: 1") + maybe(", memory: 1000000000")
                + maybe(", special: 3, \"odd name\": 1") + "}\n"));
        String cpu = pick("1", "500m", "\"2\"", "3.5");
        out.append("""
                    node_config:
                      apiVersion: v1
                      kind: Pod
                      metadata: {generateName: ray-, labels: {app: ray}}
                      spec:
                        containers:
                          - name: ray-node
                            image: rayproject/ray:2.60.0
                            command: [/bin/bash, -c, --]
                            args: ["trap : TERM INT; sleep infinity & wait;"]
                            env: [{name: A, value: "1"}]
                            resources:
                              limits: {cpu: %s, memory: %s%s}
                """.formatted(cpu, pick("2Gi", "512Mi", "4000000000"), maybe(", nvidia.com/gpu: 1")));
        out.append(maybe("      restartPolicy: Never\n").indent(2).replaceAll("^\\n", ""));
    }

    private String pick(String... of) {
        return of[random.nextInt(of.length)];
    }

    private String maybe(String text) {
        return random.nextBoolean() ? text : "";
    }
}
