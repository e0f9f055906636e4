package io.manta.provider.kubernetes.access;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program that makes credentials, such as a cloud's own; asked again when what it made has ended. */
final class LoginProgram implements Credentials {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration EARLY = Duration.ofSeconds(30);

    private final List<String> command;
    private final Map<String, String> environment;
    private final String apiVersion;
    private final String hint;
    private @Nullable Made made;

    /** What it answered; a certificate for programs that make one instead of a token. */
    record Made(Optional<String> token, Optional<Tls.Identity> identity, Instant until) {}

    LoginProgram(List<String> command, Map<String, String> environment, String apiVersion, String hint) {
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.apiVersion = apiVersion;
        this.hint = hint;
    }

    @Override
    public Optional<String> authorization() throws IOException, InterruptedException {
        return current().token().map(token -> "Bearer " + token);
    }

    @Override
    public synchronized void renew() {
        made = null;
    }

    synchronized Made current() throws IOException, InterruptedException {
        Made known = made;
        if (known == null || Instant.now().isAfter(known.until().minus(EARLY))) {
            known = read(run());
            made = known;
        }
        return known;
    }

    private static boolean isInteractive() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }

    private String run() throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.INHERIT);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        builder.environment()
                .put(
                        "KUBERNETES_EXEC_INFO",
                        JSON.std.asString(Map.of(
                                "apiVersion",
                                apiVersion,
                                "kind",
                                "ExecCredential",
                                "spec",
                                Map.of("interactive", isInteractive()))));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IOException("the login program of the kubeconfig cannot be run: " + e.getMessage()
                    + (hint.isEmpty() ? "" : "; " + hint));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("the login program " + command.getFirst() + " failed");
        }
        return printed;
    }

    private Made read(String printed) throws IOException {
        if (!(JSON.std.mapFrom(printed).get("status") instanceof Map<?, ?> status)) {
            throw new IOException("the login program " + command.getFirst() + " gave no credentials");
        }
        Optional<String> certificate = text(status, "clientCertificateData");
        Optional<String> key = text(status, "clientKeyData");
        return new Made(
                text(status, "token"),
                certificate.flatMap(c -> key.map(k -> new Tls.Identity(c, k))),
                text(status, "expirationTimestamp").map(Instant::parse).orElse(Instant.MAX));
    }

    private static Optional<String> text(Map<?, ?> map, String key) {
        return Optional.ofNullable(map.get(key)).map(Object::toString);
    }
}
