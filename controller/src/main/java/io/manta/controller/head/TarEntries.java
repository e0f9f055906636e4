package io.manta.controller.head;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Reads an archive that somebody else has made, and hands out the regular files in it, by their names and contents. Nothing is
 * unpacked: links, devices and directories are passed over, and so are files whose names do not fit into a header.
 */
final class TarEntries {
    private static final int BLOCK = 512;
    private static final int MOST = 50_000;

    /** Of all that is in an archive together: few bytes on the way may become very many. */
    static final long MOST_BYTES = 512L << 20;

    /** A regular file. */
    interface Taker {
        /** @param content of exactly this size; what is not read of it is passed over */
        void take(String name, long size, Instant modified, InputStream content) throws IOException;
    }

    private TarEntries() {}

    /** Ends quietly where the archive was cut off between two files. */
    static void read(InputStream archive, Taker taker) throws IOException {
        boolean nameIsCut = false;
        long total = 0;
        for (int i = 0; i < MOST; i++) {
            byte[] header = archive.readNBytes(BLOCK);
            if (header.length < BLOCK || header[0] == 0) {
                return;
            }
            long size = number(header, 124, 12);
            total += size;
            if (total > MOST_BYTES) {
                throw new IOException("there is more than " + (MOST_BYTES >> 20) + " MiB in the archive");
            }
            char kind = (char) header[156];
            var content = new Bounded(archive, size);
            if ((kind == '0' || kind == 0) && !nameIsCut) {
                taker.take(name(header), size, Instant.ofEpochSecond(number(header, 136, 12)), content);
            }
            // The entry that follows says only the beginning of its name.
            nameIsCut = kind == 'L' || kind == 'x';
            content.skipNBytes(content.left);
            archive.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
        }
    }

    private static String name(byte[] header) {
        String prefix = text(header, 257, 5).equals("ustar") && header[262] == 0 ? text(header, 345, 155) : "";
        String name = text(header, 0, 100);
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] header, int from, int length) {
        int end = from;
        while (end < from + length && header[end] != 0) {
            end++;
        }
        return new String(header, from, end - from, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        String digits = text(header, from, length).strip();
        if (!digits.matches("[0-7]{1,12}")) {
            throw new IOException("not an archive, or one with a file too large for it");
        }
        return Long.parseLong(digits, 8);
    }

    /** The part of a stream that is one file. */
    private static final class Bounded extends InputStream {
        private final InputStream in;
        private long left;

        Bounded(InputStream in, long left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
                return -1;
            }
            int got = in.read(into, offset, (int) Math.min(left, length));
            if (got < 0) {
                throw new IOException("the archive ends within a file");
            }
            left -= got;
            return got;
        }
    }
}
