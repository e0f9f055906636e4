package io.manta.provider.localhost;

/** This computer's memory. */
final class HostMemory {
    private static final long LEAST_SHARE = 300_000_000L;

    private HostMemory() {}

    /** What a node may claim when its type does not say, so that a full cluster does not claim more than there is. */
    static long share(int maxWorkers) {
        return Math.max(HostLimits.ofThisMachine().memory() / 10 * 8 / (maxWorkers + 1L), LEAST_SHARE);
    }
}
