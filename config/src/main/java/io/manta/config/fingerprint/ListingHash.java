package io.manta.config.fingerprint;

import io.manta.config.fingerprint.TreeListing.Directory;
import io.manta.config.fingerprint.TreeListing.Entry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;

/** A hash over names, sizes and times, by which an unchanged tree is known without reading its files. */
final class ListingHash {
    private final MessageDigest digest = RayHash.digest();
    private final ByteBuffer numbers = ByteBuffer.allocate(2 * Long.BYTES);
    private long youngest;

    void add(MountContents.Mount mount) {
        mount.file().ifPresent(this::add);
        for (Directory directory : mount.directories()) {
            add(directory.name());
            directory.files().forEach(this::add);
        }
        add("\0end");
    }

    /** Whether no file can change again without its time showing it. */
    boolean isSettled(long nowMillis) {
        return youngest < nowMillis - ContentsCache.UNSETTLED_MILLIS;
    }

    String spelled() {
        return RayHash.spell(digest.digest());
    }

    private void add(Entry file) {
        add(file.name());
        numbers.clear();
        numbers.putLong(file.size()).putLong(file.modified().to(TimeUnit.NANOSECONDS));
        digest.update(numbers.array());
        youngest = Math.max(youngest, file.modified().toMillis());
    }

    private void add(String name) {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
