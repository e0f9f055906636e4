package io.manta.config.fingerprint;

import io.manta.config.fingerprint.TreeListing.Directory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A hash over names, sizes and times, by which an unchanged tree is known without reading its files. */
final class ListingHash {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MessageDigest digest = RayHash.digest();
    private final ByteBuffer numbers = ByteBuffer.allocate(2 * Long.BYTES);
    private long youngest;

    void add(MountContents.Mount mount) {
        mount.file().ifPresent(file -> {
            var mark = new ListingMark();
            mark.add(file);
            add(mark);
        });
        for (Directory directory : mount.directories()) {
            digest.update(directory.name().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            add(directory.mark());
        }
        digest.update((byte) 1);
    }

    /** Whether no file can change again without its time showing it. */
    boolean isSettled(long nowMillis) {
        return youngest / NANOS_PER_MILLI < nowMillis - ContentsCache.UNSETTLED_MILLIS;
    }

    String spelled() {
        return RayHash.spell(digest.digest());
    }

    private void add(ListingMark mark) {
        numbers.clear();
        numbers.putLong(mark.first()).putLong(mark.second());
        digest.update(numbers.array());
        youngest = Math.max(youngest, mark.youngest());
    }
}
