package io.manta.provider.gcp.api;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.ComputeEngineCredentials;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ImpersonatedCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import io.manta.spi.provider.ProviderException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** As whom Google is asked. Nothing is read before the first question. */
public final class Identity {
    private static final List<String> SCOPES = List.of("https://www.googleapis.com/auth/cloud-platform");
    private static final int HOUR = 3600;

    private final Origin origin;
    private final Optional<String> impersonated;
    private final Optional<URI> endpoint;
    private @Nullable GoogleCredentials credentials;

    /** Where credentials come from. */
    public sealed interface Origin {
        /** A token as it is; nobody renews it. */
        record Token(String value) implements Origin {}

        /** The JSON of a service account's key. */
        record Key(String json) implements Origin {}

        /** The machine's own service account. */
        record Machine() implements Origin {}

        /** Application default credentials: environment, gcloud, workload identity, the machine's own. */
        record Default() implements Origin {}
    }

    /**
     * @param impersonated a service account to act as
     * @param endpoint one address for all services instead of Google's own
     */
    public Identity(Origin origin, Optional<String> impersonated, Optional<URI> endpoint) {
        this.origin = origin;
        this.impersonated = impersonated;
        this.endpoint = endpoint;
    }

    /** In words. */
    public String source() {
        String who = switch (origin) {
            case Origin.Token _ -> "the token in provider.gcp_credentials";
            case Origin.Key _ -> "the service account key in provider.gcp_credentials";
            case Origin.Machine _ -> "the machine's own service account";
            case Origin.Default _ ->
                System.getenv("GOOGLE_APPLICATION_CREDENTIALS") != null
                        ? "GOOGLE_APPLICATION_CREDENTIALS"
                        : "application default credentials";
        };
        return impersonated.map(account -> who + ", acting as " + account).orElse(who);
    }

    /** A token that is valid now. */
    String token() throws ProviderException {
        try {
            GoogleCredentials known = credentials();
            known.refreshIfExpired();
            return known.getAccessToken().getTokenValue();
        } catch (IOException e) {
            throw GcpProblems.noCredentials(source(), String.valueOf(e.getMessage()));
        }
    }

    /** The service account's address, where there is one to tell. */
    public Optional<String> account() {
        try {
            return switch (credentials()) {
                case ServiceAccountCredentials key -> Optional.of(key.getClientEmail());
                case ImpersonatedCredentials other -> Optional.ofNullable(other.getAccount());
                default -> Optional.empty();
            };
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private synchronized GoogleCredentials credentials() throws IOException {
        GoogleCredentials known = credentials;
        if (known == null) {
            try {
                known = load();
            } catch (IllegalArgumentException e) {
                // A file that says something Google's library does not take.
                throw new IOException(e.getMessage(), e);
            }
            credentials = known;
        }
        return known;
    }

    private GoogleCredentials load() throws IOException {
        GoogleCredentials own = switch (origin) {
            case Origin.Token(String value) -> GoogleCredentials.create(new AccessToken(value, null));
            case Origin.Key(String json) ->
                ServiceAccountCredentials.fromStream(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)))
                        .createScoped(SCOPES);
            case Origin.Machine _ -> ComputeEngineCredentials.create().createScoped(SCOPES);
            case Origin.Default _ -> GoogleCredentials.getApplicationDefault().createScoped(SCOPES);
        };
        if (impersonated.isEmpty()) {
            return own;
        }
        var acting = ImpersonatedCredentials.newBuilder()
                .setSourceCredentials(own)
                .setTargetPrincipal(impersonated.get())
                .setScopes(SCOPES)
                .setLifetime(HOUR);
        endpoint.ifPresent(uri -> acting.setIamEndpointOverride(uri.toString().replaceAll("/$", "")
                + "/v1/projects/-/serviceAccounts/" + impersonated.get() + ":generateAccessToken"));
        return acting.build();
    }
}
