package io.manta.config.tool;

/**
 * What a cluster on one machine is to be fitted into.
 *
 * @param cores that may be used; a part of one counts as one when there is no other
 * @param memory in bytes
 * @param sharedMemory bytes that {@code /dev/shm} has, where Ray keeps objects
 * @param gpus as Ray counts them
 * @param python an interpreter that has Ray; empty when one is to be made
 */
public record MachineShape(int cores, long memory, long sharedMemory, int gpus, String python) {
    public MachineShape {
        cores = Math.max(1, cores);
    }
}
