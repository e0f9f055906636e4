package io.manta.provider.kubernetes.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Requests and answers, nothing understood. A test may put another one in front. */
public interface Wire extends AutoCloseable {
    /** @param body empty where there is none */
    record Request(String method, String path, String contentType, String body, Duration limit) {}

    /** @param retryAfter what the server asks to wait for */
    record Answer(int status, String body, Optional<Duration> retryAfter) {}

    Answer send(Request request) throws IOException, InterruptedException;

    /** An answer that goes on until it is closed; a status other than 200 is an exception. */
    InputStream follow(String path) throws IOException, ApiException, InterruptedException;

    /** Opens a WebSocket that speaks one of the protocols. */
    WebSocket open(String path, String protocol, WebSocket.Listener listener)
            throws CompletionException, IOException, InterruptedException;

    @Override
    void close();
}
