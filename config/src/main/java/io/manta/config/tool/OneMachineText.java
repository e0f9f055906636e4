package io.manta.config.tool;

/** A cluster file for one machine, fitted to it. */
public final class OneMachineText {
    private OneMachineText() {}

    /** What {@code manta up} without a file brings up. */
    public static String of(MachineShape shape) {
        return of("local", shape);
    }

    static String of(String name, MachineShape shape) {
        MachineFit fit = MachineFit.of(shape);
        var out = new StringBuilder(
                """
                # Ray on this machine: every node is a group of processes with its own directory; no cloud, no SSH, no root.
                # The workers together may use all cores and GPUs and about 80 %% of the memory.
                cluster_name: %s

                provider:
                  type: localhost
                %s
                max_workers: %d
                idle_timeout_minutes: 1

                head_node_type: head
                available_node_types:
                  head:
                    # The head runs no work of its own, so that it stays small.
                    resources: {CPU: 0, memory: %d, object_store_memory: %d}
                """.formatted(name, python(shape), fit.workers(), fit.headMemory(), MachineFit.HEAD_STORE));
        if (fit.cpuWorkers() > 0) {
            type(out, "worker", fit, fit.cpusEach(), 0, fit.cpuWorkers());
        }
        if (fit.gpuWorkers() > 0) {
            type(out, "gpu", fit, fit.cpusPerGpuWorker(), fit.gpusEach(), fit.gpuWorkers());
        }
        return out.toString();
    }

    private static String python(MachineShape shape) {
        return shape.python().isEmpty()
                ? "  # python: ~/venv            # a virtual environment that has Ray; without it, one is made\n"
                : "  python: \"" + shape.python() + "\"\n";
    }

    private static void type(StringBuilder out, String name, MachineFit fit, int cpus, int gpus, int most) {
        out.append("  ").append(name).append(":\n    resources: {CPU: ").append(cpus);
        if (gpus > 0) {
            out.append(", GPU: ").append(gpus);
        }
        out.append(", memory: ").append(fit.memory(cpus));
        out.append(", object_store_memory: ").append(fit.store(cpus)).append("}\n");
        out.append("    min_workers: 0\n    max_workers: ").append(most).append('\n');
    }
}
