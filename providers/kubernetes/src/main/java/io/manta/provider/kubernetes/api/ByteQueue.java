package io.manta.provider.kubernetes.api;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Bytes from one thread to another; whoever gives more than is taken has to wait. */
final class ByteQueue {
    private static final int MOST = 4 * 1024 * 1024;

    private final Deque<byte[]> pieces = new ArrayDeque<>();
    private int held;
    private int at;
    private boolean ended;
    private boolean unwanted;

    synchronized void add(byte[] piece) {
        try {
            while (held > MOST && !ended && !unwanted) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = true;
        }
        if (piece.length > 0 && !ended && !unwanted) {
            pieces.add(piece);
            held += piece.length;
            notifyAll();
        }
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    private synchronized int take(byte[] into, int offset, int length) throws InterruptedIOException {
        try {
            while (pieces.isEmpty() && !ended) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        byte[] first = pieces.peek();
        if (first == null) {
            return -1;
        }
        int count = Math.min(length, first.length - at);
        System.arraycopy(first, at, into, offset, count);
        at += count;
        held -= count;
        if (at == first.length) {
            pieces.remove();
            at = 0;
        }
        notifyAll();
        return count;
    }

    private synchronized void dismiss() {
        unwanted = true;
        pieces.clear();
        held = 0;
        at = 0;
        notifyAll();
    }

    InputStream reading() {
        return new InputStream() {
            @Override
            public int read() throws InterruptedIOException {
                var one = new byte[1];
                return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws InterruptedIOException {
                return length == 0 ? 0 : take(into, offset, length);
            }

            @Override
            public void close() {
                dismiss();
            }
        };
    }
}
