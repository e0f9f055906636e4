package io.manta.provider.common;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The address under which this machine appears to the world. */
public final class CallerAddress {
    private static final URI MIRROR = URI.create("https://checkip.amazonaws.com");
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private CallerAddress() {}

    /** Empty when nobody can tell. */
    public static Optional<String> find() throws InterruptedException {
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            var request = HttpRequest.newBuilder(MIRROR).timeout(PATIENCE).build();
            String text = client.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .strip();
            return Optional.of(text).filter(t -> t.matches("[0-9a-fA-F.:]{3,45}"));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
