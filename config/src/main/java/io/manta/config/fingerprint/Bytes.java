package io.manta.config.fingerprint;

import io.manta.config.fingerprint.TreeListing.Entry;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Arrays;

/** A growing array that files are read into, without a copy in between. */
final class Bytes {
    private byte[] array;
    private int length;

    Bytes(long expected) {
        array = new byte[(int) Math.min(expected + 1, Integer.MAX_VALUE - 16)];
    }

    void add(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, array, length, more.length);
        length += more.length;
    }

    /** Reads on to the end of the file when it is not as long as it was listed. */
    void add(Entry file) throws IOException {
        if (file.size() == 0) {
            return;
        }
        try (var in = new FileInputStream(file.path().toFile())) {
            reserve((int) file.size() + 1);
            int n = in.read(array, length, (int) file.size());
            boolean whole = n == file.size();
            while (n >= 0) {
                length += n;
                if (whole) {
                    return;
                }
                reserve(8192);
                n = in.read(array, length, array.length - length);
            }
        }
    }

    byte[] all() {
        return length == array.length ? array : Arrays.copyOf(array, length);
    }

    private void reserve(int more) {
        if (array.length - length < more) {
            array = Arrays.copyOf(array, Math.max(array.length + more, array.length + array.length / 2));
        }
    }
}
