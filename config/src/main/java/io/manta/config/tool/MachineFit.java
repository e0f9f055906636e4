package io.manta.config.tool;

/**
 * Shares one machine out among a head and workers: together they may use all cores and four fifths of the memory. Every GPU is
 * in a node that has cores for it. Workers are few and large, so that a task that needs several cores finds them in one node.
 *
 * @param cpuWorkers how many nodes without GPUs; none where the GPU nodes need every core
 * @param cpusEach of those
 * @param gpuWorkers how many nodes with GPUs
 * @param gpusEach of those
 * @param cpusPerGpuWorker cores of those
 * @param bytesPerCpu memory that a node has for each of its cores, its object store included
 * @param storeLimit bytes that one node's object store may have at most
 */
record MachineFit(
        int cpuWorkers,
        int cpusEach,
        int gpuWorkers,
        int gpusEach,
        int cpusPerGpuWorker,
        long bytesPerCpu,
        long storeLimit,
        long headMemory) {
    static final long HEAD_STORE = 100L << 20;

    private static final long LEAST_STORE = 80L << 20;
    private static final int MOST_CPU_WORKERS = 4;
    private static final int GOOD_WORKER = 4;
    private static final long MEGABYTE = 1_000_000;

    static MachineFit of(MachineShape shape) {
        int gpuWorkers = gpuWorkers(shape);
        int gpusEach = gpuWorkers == 0 ? 0 : shape.gpus() / gpuWorkers;
        int cpusPerGpuWorker = gpuWorkers == 0 ? 0 : Math.max(1, shape.cores() / (2 * gpuWorkers));
        int rest = shape.cores() - gpuWorkers * cpusPerGpuWorker;
        int cpuWorkers = rest < 1 ? 0 : largestDivisor(rest, Math.clamp(rest / GOOD_WORKER, 1, MOST_CPU_WORKERS));
        int cpusEach = cpuWorkers == 0 ? 0 : rest / cpuWorkers;
        long usable = shape.memory() / 10 * 8;
        long headMemory = Math.clamp(usable / 8, 100 * MEGABYTE, 1000 * MEGABYTE);
        long forWorkers = Math.max(usable - headMemory - HEAD_STORE, usable / 2);
        int workerCpus = cpuWorkers * cpusEach + gpuWorkers * cpusPerGpuWorker;
        long storeLimit = Math.max(shape.sharedMemory() / 10 * 9 / (cpuWorkers + gpuWorkers + 1), LEAST_STORE);
        return new MachineFit(
                cpuWorkers,
                cpusEach,
                gpuWorkers,
                gpusEach,
                cpusPerGpuWorker,
                forWorkers / workerCpus,
                storeLimit,
                headMemory / MEGABYTE * MEGABYTE);
    }

    /** One per GPU where half of the cores suffice for that, else fewer that have several each. */
    private static int gpuWorkers(MachineShape shape) {
        return shape.gpus() == 0 ? 0 : largestDivisor(shape.gpus(), Math.max(1, shape.cores() / 2));
    }

    private static int largestDivisor(int number, int most) {
        int divisor = Math.min(number, most);
        while (number % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    int workers() {
        return cpuWorkers + gpuWorkers;
    }

    long store(int cpus) {
        return Math.max(Math.min(bytesPerCpu * cpus / 10 * 3, storeLimit), LEAST_STORE) / MEGABYTE * MEGABYTE;
    }

    long memory(int cpus) {
        return Math.max(bytesPerCpu * cpus - store(cpus), LEAST_STORE) / MEGABYTE * MEGABYTE;
    }
}
