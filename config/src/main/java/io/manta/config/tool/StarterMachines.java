package io.manta.config.tool;

import io.manta.config.resolve.RayInstallation;
import io.manta.config.schema.Providers;

/** The machines that starter files ask for, as the inside of a node type. */
final class StarterMachines {
    /** What a machine is for. */
    enum Kind {
        SMALL(2, 0),
        WORKER(16, 0),
        GPU(8, 1),
        GPU_WORKER(8, 1);

        private final int cpus;
        private final int gpus;

        Kind(int cpus, int gpus) {
            this.cpus = cpus;
            this.gpus = gpus;
        }

        private boolean worker() {
            return this == WORKER || this == GPU_WORKER;
        }
    }

    private StarterMachines() {}

    static String of(String provider, Kind kind) {
        return switch (provider) {
            case Providers.AWS -> aws(kind);
            case Providers.GCP -> gcp(kind);
            case Providers.KUBERNETES -> pod(kind);
            case Providers.LOCALHOST -> "    resources: " + amounts(kind == Kind.SMALL ? 0 : 1, kind.gpus) + "\n";
            case Providers.SIMULATED ->
                "    resources: " + amounts(kind.cpus, kind.gpus) + "\n    price_per_hour: "
                        + (kind.gpus > 0 ? "1.2" : "0.1") + "\n";
            default ->
                "    resources: " + amounts(kind.cpus, kind.gpus)
                        + "\n    node_config: {}                    # whatever your provider takes\n";
        };
    }

    private static String amounts(int cpus, int gpus) {
        return gpus > 0 ? "{CPU: " + cpus + ", GPU: " + gpus + "}" : "{CPU: " + cpus + "}";
    }

    private static String aws(Kind kind) {
        String type = switch (kind) {
            case SMALL -> "m5.large";
            case WORKER -> "m5.4xlarge";
            case GPU, GPU_WORKER -> "g5.2xlarge";
        };
        String spot =
                kind.worker() ? "      InstanceMarketOptions: {MarketType: spot}   # cheaper; may be taken away\n" : "";
        return """
                    resources: {}                      # found out from the instance type
                    node_config:
                      InstanceType: %s
                """.formatted(type) + spot;
    }

    private static String gcp(Kind kind) {
        String type = switch (kind) {
            case SMALL -> "n1-standard-2";
            case WORKER -> "n1-standard-16";
            case GPU, GPU_WORKER -> "n1-standard-8";
        };
        String extra = kind.gpus > 0
                ? """
                          guestAccelerators:
                            - {acceleratorType: nvidia-tesla-t4, acceleratorCount: 1}
                          metadata:
                            items: [{key: install-nvidia-driver, value: "True"}]
                          scheduling: [{onHostMaintenance: TERMINATE}]
                    """
                : kind.worker() ? "      scheduling: [{preemptible: true}]   # cheaper; may be taken away\n" : "";
        return """
                    resources: %s
                    node_config:                       # image and disk are chosen to fit
                      machineType: %s
                """.formatted(amounts(kind.cpus, kind.gpus), type) + extra;
    }

    private static String pod(Kind kind) {
        String gpu = kind.gpus > 0 ? ", nvidia.com/gpu: 1" : "";
        int cpus = kind == Kind.SMALL ? 1 : 4;
        String image = kind.gpus > 0
                ? "rayproject/ray:" + RayInstallation.VERSION + "-gpu"
                : "rayproject/ray:" + RayInstallation.VERSION;
        return """
                    node_config:                       # a pod; its limits become the node's resources
                      apiVersion: v1
                      kind: Pod
                      spec:
                        restartPolicy: Never
                        volumes: [{name: dshm, emptyDir: {medium: Memory}}]
                        containers:
                          - name: ray-node
                            image: %s
                            command: ["/bin/bash", "-c", "--"]
                            args: ["trap : TERM INT; sleep infinity & wait;"]
                            volumeMounts: [{name: dshm, mountPath: /dev/shm}]
                            resources:
                              requests: {cpu: %d, memory: %dGi%s}
                              limits: {cpu: %d, memory: %dGi%s}
                """.formatted(image, cpus, cpus * 2, gpu, cpus, cpus * 2, gpu);
    }
}
