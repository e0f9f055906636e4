package io.manta.config.fingerprint;

import io.manta.config.fingerprint.TreeListing.Entry;

/**
 * Two numbers that change when a file of a directory changes its name, size or time. Not made against attackers, who could
 * change the files themselves; made to cost less than the listing.
 */
final class ListingMark {
    private static final long FIRST = 0x9E3779B97F4A7C15L;
    private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

    private long first = 1;
    private long second = 1;
    private long youngest = Long.MIN_VALUE;

    void add(Entry file) {
        String name = file.name();
        for (int i = 0; i < name.length(); i++) {
            first = first * FIRST + name.charAt(i);
        }
        take(name.length());
        take(file.size());
        take(file.modified());
        youngest = Math.max(youngest, file.modified());
    }

    private void take(long number) {
        first = (first ^ number) * FIRST;
        first ^= first >>> 29;
        second = (second + number ^ first) * SECOND;
        second ^= second >>> 31;
    }

    long first() {
        return first;
    }

    long second() {
        return second;
    }

    /** When the file that changed last did so, in nanoseconds. */
    long youngest() {
        return youngest;
    }
}
