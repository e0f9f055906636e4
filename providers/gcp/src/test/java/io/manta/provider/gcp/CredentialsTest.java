package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLDecoder;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where credentials come from. A token server stands for Google's, for the metadata server and for the API, and notes with which
 * token the API is asked. What the environment decides is tried in a process of its own.
 */
final class CredentialsTest {
    private static final KeyPair PAIR = pair();
    private static final String ACCOUNT = "robot@test-project.iam.gserviceaccount.com";

    @TempDir
    Path home;

    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
    private final List<String> grants = Collections.synchronizedList(new ArrayList<>());
    private HttpServer google;

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void startGoogle() throws Exception {
        google = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        google.createContext("/", this::answer);
        google.start();
    }

    @AfterEach
    void stopGoogle() {
        google.stop(0);
    }

    private String endpoint() {
        return "http://127.0.0.1:" + google.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String bearer = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String reply = "{}";
        if (path.equals("/token")) {
            grants.add(URLDecoder.decode(body, StandardCharsets.UTF_8));
            reply = token("from-" + (body.contains("subject_token") ? "federation" : "key"));
        } else if (path.endsWith(":generateAccessToken")) {
            grants.add(path + " by " + bearer);
            reply = "{\"accessToken\": \"from-impersonation\", \"expireTime\": \"2099-01-01T00:00:00Z\"}";
        } else if (path.startsWith("/computeMetadata/v1/")) {
            reply = path.endsWith("/token") ? token("from-metadata") : "default/";
        } else if (!path.equals("/")) {
            tokens.add(bearer.replace("Bearer ", ""));
        }
        byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String token(String value) {
        return "{\"access_token\": \"" + value + "\", \"expires_in\": 3600, \"token_type\": \"Bearer\","
                + " \"issued_token_type\": \"urn:ietf:params:oauth:token-type:access_token\"}";
    }

    private Map<String, Object> key() {
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(PAIR.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        var key = new LinkedHashMap<String, Object>();
        key.put("type", "service_account");
        key.put("project_id", "test-project");
        key.put("client_id", "1");
        key.put("client_email", ACCOUNT);
        key.put("private_key_id", "k1");
        key.put("private_key", pem);
        key.put("token_uri", endpoint() + "/token");
        return key;
    }

    private static Map<String, Object> settings(String endpoint, Map<String, Object> more) {
        var all = new LinkedHashMap<String, Object>(
                Map.of("project_id", "test-project", "region", "us-west1", "endpoint", endpoint, "os_login", false));
        all.putAll(more);
        return all;
    }

    /** Asks Google something; says as whom. */
    private static String ask(Map<String, Object> settings) {
        var all = GcpSettings.of(Configs.small("c", "gcp", settings));
        try (var rest = new Rest(all.project(), all.identity(false), Rest.Link.DEFAULT.at(all.endpoint()))) {
            rest.ask("look", Request.get(Service.RESOURCE_MANAGER, "projects/" + all.project()));
            return rest.identity().account().orElse("") + " " + rest.identity().source();
        } catch (ProviderException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same, with environment variables; says as whom. */
    private String elsewhere(Map<String, String> environment) throws Exception {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Duser.home=" + home,
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Elsewhere.class.getName(),
                endpoint());
        builder.environment().keySet().removeIf(name -> name.startsWith("GOOGLE_") || name.startsWith("CLOUDSDK_"));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("NO_PROXY", "*");
        builder.environment().putAll(environment);
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** A process of its own. */
    static final class Elsewhere {
        private Elsewhere() {}

        /** Google's own address for such exchanges is the only one that is taken, so it leads here. */
        public static void main(String[] args) {
            URL.setURLStreamHandlerFactory(protocol -> protocol.equals("https") ? new Detour(args[0]) : null);
            System.out.println(ask(settings(args[0], Map.of())));
        }
    }

    /** Asks somebody else. */
    private static final class Detour extends URLStreamHandler {
        private final String to;

        private Detour(String to) {
            this.to = to;
        }

        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            return URI.create(to + url.getPath()).toURL().openConnection();
        }
    }

    private String file(Map<String, Object> content) throws IOException {
        return Files.writeString(home.resolve("credentials.json"), JSON.std.asString(content))
                .toString();
    }

    @Test
    void aTokenInTheFileIsUsedAsItIs() {
        ask(settings(
                endpoint(), Map.of("gcp_credentials", Map.of("type", "credentials_token", "credentials", "given"))));
        assertThat(tokens).isNotEmpty().containsOnly("given");
        assertThat(grants).isEmpty();
    }

    @Test
    void aKeyInTheFileIsExchangedForATokenByASignedWord() throws Exception {
        String who = ask(settings(
                endpoint(),
                Map.of("gcp_credentials", Map.of("type", "service_account", "credentials", JSON.std.asString(key())))));
        assertThat(who).startsWith(ACCOUNT);
        assertThat(tokens).isNotEmpty().containsOnly("from-key");
        String word = grants.getFirst().replaceAll(".*assertion=([^&]+).*", "$1");
        String[] parts = word.split("\\.", 3);
        assertThat(new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8))
                .contains(ACCOUNT, "cloud-platform");
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(PAIR.getPublic());
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8));
        assertThat(signature.verify(Base64.getUrlDecoder().decode(parts[2]))).isTrue();
    }

    @Test
    void anotherAccountIsActedAsWithTheOwnToken() {
        ask(settings(
                endpoint(),
                Map.of(
                        "impersonate_service_account",
                        ACCOUNT,
                        "gcp_credentials",
                        Map.of("type", "credentials_token", "credentials", "given"))));
        assertThat(tokens).isNotEmpty().containsOnly("from-impersonation");
        assertThat(grants)
                .containsExactly("/v1/projects/-/serviceAccounts/" + ACCOUNT + ":generateAccessToken by Bearer given");
    }

    @Test
    void aKeyFileThatTheEnvironmentNamesIsUsed() throws Exception {
        String said = elsewhere(Map.of("GOOGLE_APPLICATION_CREDENTIALS", file(key())));
        assertThat(said).contains(ACCOUNT + " GOOGLE_APPLICATION_CREDENTIALS");
        assertThat(tokens).isNotEmpty().containsOnly("from-key");
    }

    @Test
    void aFileThatSaysToActAsAnotherIsFollowed() throws Exception {
        elsewhere(Map.of(
                "GOOGLE_APPLICATION_CREDENTIALS",
                file(Map.of(
                        "type",
                        "impersonated_service_account",
                        "service_account_impersonation_url",
                        endpoint() + "/v1/projects/-/serviceAccounts/" + ACCOUNT + ":generateAccessToken",
                        "source_credentials",
                        key()))));
        assertThat(tokens).isNotEmpty().containsOnly("from-impersonation");
        assertThat(grants).last().asString().endsWith("by Bearer from-key");
    }

    @Test
    void aWorkloadsOwnTokenIsExchangedForGoogles() throws Exception {
        Path subject = Files.writeString(home.resolve("subject"), "word-of-my-cluster");
        elsewhere(Map.of(
                "GOOGLE_APPLICATION_CREDENTIALS",
                file(Map.of(
                        "type", "external_account",
                        "audience",
                                "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x",
                        "subject_token_type", "urn:ietf:params:oauth:token-type:jwt",
                        "token_url", "https://sts.googleapis.com/token",
                        "credential_source", Map.of("file", subject.toString())))));
        assertThat(tokens).isNotEmpty().containsOnly("from-federation");
        assertThat(grants).first().asString().contains("word-of-my-cluster", "workloadIdentityPools");
    }

    @Test
    void withoutAnythingElseTheMachinesOwnAccountIsUsed() throws Exception {
        elsewhere(Map.of("GCE_METADATA_HOST", "127.0.0.1:" + google.getAddress().getPort()));
        assertThat(tokens).isNotEmpty().containsOnly("from-metadata");
    }
}
