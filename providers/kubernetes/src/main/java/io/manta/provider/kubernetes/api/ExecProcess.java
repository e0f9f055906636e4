package io.manta.provider.kubernetes.api;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program in a container, used as a child process of ours would be; each message's first byte says which stream it is for. */
public final class ExecProcess extends Process {
    /** The exit code of a program whose connection was lost. */
    public static final int LOST = 255;

    private static final byte STDIN = 0;
    private static final byte STDOUT = 1;
    private static final byte STDERR = 2;
    private static final byte STATUS = 3;
    private static final byte RESIZE = 4;
    private static final byte CLOSE = (byte) 255;
    private static final int FRAME = 32 * 1024;
    private static final long HEARTBEAT_SECONDS = 20;

    private final ByteQueue out = new ByteQueue();
    private final ByteQueue err = new ByteQueue();
    private final ByteArrayOutputStream status = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final OutputStream in = new Input();
    private volatile @Nullable WebSocket socket;
    private volatile int exitCode = LOST;

    ExecProcess() {}

    WebSocket.Listener listener() {
        return new Listener();
    }

    void opened(WebSocket opened) {
        socket = opened;
        Thread.ofVirtual().start(this::beat);
    }

    /** Nothing may lie between that takes a silent connection for a dead one. */
    private void beat() {
        try {
            while (!ended.await(HEARTBEAT_SECONDS, TimeUnit.SECONDS)) {
                WebSocket current = socket;
                if (current != null) {
                    current.sendPing(ByteBuffer.allocate(0)).join();
                }
            }
        } catch (InterruptedException | CompletionException e) {
            // Whoever reads or waits learns that the connection is gone.
            finish();
        }
    }

    public void resize(int columns, int rows) throws IOException {
        send(RESIZE, JSON.std.asBytes(Map.of("Width", columns, "Height", rows)));
    }

    private synchronized void send(byte channel, byte[] bytes) throws IOException {
        var message = new byte[bytes.length + 1];
        message[0] = channel;
        System.arraycopy(bytes, 0, message, 1, bytes.length);
        WebSocket current = socket;
        if (current == null || current.isOutputClosed() || ended.getCount() == 0) {
            throw new IOException("the program has ended");
        }
        try {
            current.sendBinary(ByteBuffer.wrap(message), true).join();
        } catch (CompletionException e) {
            throw new IOException("the connection was lost", e);
        }
    }

    private void finish() {
        synchronized (status) {
            if (ended.getCount() == 0) {
                return;
            }
            exitCode = exitCode(status.toByteArray());
            ended.countDown();
        }
        out.end();
        err.end();
    }

    /** From the last message: a success, or a failure whose causes name the exit code. */
    private static int exitCode(byte[] message) {
        if (message.length == 0) {
            return LOST;
        }
        try {
            Map<String, Object> said = JSON.std.mapFrom(message);
            if (String.valueOf(said.get("status")).equals("Success")) {
                return 0;
            }
            for (Map<?, ?> cause : Manifest.maps(said, "details", "causes")) {
                if (String.valueOf(cause.get("reason")).equals("ExitCode")) {
                    return Integer.parseInt(String.valueOf(cause.get("message")));
                }
            }
            // Such as a program that is not there: the runtime tells it in words only.
            String words = String.valueOf(said.get("message"));
            return words.contains("executable file not found") || words.contains("no such file") ? 127 : LOST;
        } catch (IOException | NumberFormatException e) {
            return LOST;
        }
    }

    @Override
    public OutputStream getOutputStream() {
        return in;
    }

    @Override
    public InputStream getInputStream() {
        return out.reading();
    }

    @Override
    public InputStream getErrorStream() {
        return err.reading();
    }

    @Override
    public int waitFor() throws InterruptedException {
        ended.await();
        return exitCode;
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        return ended.await(timeout, unit);
    }

    @Override
    public int exitValue() {
        if (ended.getCount() > 0) {
            throw new IllegalThreadStateException("the program runs");
        }
        return exitCode;
    }

    @Override
    public boolean isAlive() {
        return ended.getCount() > 0;
    }

    @Override
    public void destroy() {
        WebSocket current = socket;
        if (current != null) {
            current.abort();
        }
        finish();
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        return CompletableFuture.supplyAsync(() -> {
            try {
                waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return this;
        });
    }

    private final class Input extends OutputStream {
        private boolean closed;

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int at = 0; at < length; at += FRAME) {
                var piece = new byte[Math.min(FRAME, length - at)];
                System.arraycopy(bytes, offset + at, piece, 0, piece.length);
                send(STDIN, piece);
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed && isAlive()) {
                closed = true;
                send(CLOSE, new byte[] {STDIN});
            }
        }
    }

    private final class Listener implements WebSocket.Listener {
        private boolean inside;
        private byte channel;

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            if (!inside && data.hasRemaining()) {
                channel = data.get();
                inside = true;
            }
            var bytes = new byte[data.remaining()];
            data.get(bytes);
            switch (channel) {
                case STDOUT -> out.add(bytes);
                case STDERR -> err.add(bytes);
                case STATUS -> {
                    synchronized (status) {
                        status.writeBytes(bytes);
                    }
                }
                case CLOSE -> closed(bytes);
                default -> {}
            }
            inside = !last;
            if (last && channel == STATUS) {
                finish();
            }
            from.request(1);
            return null;
        }

        private void closed(byte[] streams) {
            for (byte stream : streams) {
                if (stream == STDOUT) {
                    out.end();
                } else if (stream == STDERR) {
                    err.end();
                }
            }
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            finish();
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            finish();
        }
    }
}
