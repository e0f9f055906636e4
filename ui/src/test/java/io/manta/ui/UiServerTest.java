package io.manta.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UiServerTest {
    @TempDir
    Path dir;

    private Recorded cluster;
    private UiServer server;

    @BeforeEach
    void start() throws IOException {
        cluster = Recorded.cluster(dir.resolve("c"), 5, Instant.now());
        server = new UiServer(0, () -> List.of(cluster.shown("c")), () -> line -> line.replace("abc", "…"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theLinkWorksOnceAndItsCookieOpensThePage() throws IOException {
        String link = server.link("");
        Reply first = get(link.substring(link.indexOf("/?")), Map.of());
        assertThat(first.code()).isEqualTo(200);
        assertThat(first.cookie()).contains("HttpOnly", "SameSite=Strict", "Path=/");
        assertThat(get(link.substring(link.indexOf("/?")), Map.of()).code())
                .as("the second")
                .isEqualTo(403);
        Map<String, String> known = Map.of("Cookie", first.cookie().split(";", -1)[0]);
        assertThat(get("/", known).text()).contains("<div id=\"root\">");
        assertThat(get("/api/clusters/c", known).text())
                .startsWith("c{\"name\":\"c\",\"mode\":\"live\"")
                .contains("\ns{", "\ne{", "\nH{", "\nh[");
        assertThat(get("/api/clusters/nobody", known).code()).isEqualTo(404);
        assertThat(get("/../../etc/passwd", known).code()).isEqualTo(404);
    }

    @Test
    void nobodyElseGetsAnything() throws IOException {
        Map<String, String> cookie = Map.of("Cookie", enter());
        assertThat(get("/api/clusters", Map.of()).code()).isEqualTo(403);
        assertThat(get("/api/clusters", Map.of("Cookie", "manta-ui-" + server.port() + "=guess"))
                        .code())
                .isEqualTo(403);
        assertThat(raw("GET /api/clusters HTTP/1.1\r\nHost: evil.example:" + server.port() + "\r\nCookie: "
                        + cookie.get("Cookie") + "\r\nConnection: close\r\n\r\n"))
                .as("a name that was made to point here")
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /api/clusters HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                        + "\r\nOrigin: http://evil.example\r\nCookie: " + cookie.get("Cookie")
                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /api/clusters HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                        + "\r\nSec-Fetch-Site: cross-site\r\nCookie: " + cookie.get("Cookie")
                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("POST /api/clusters HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                        + "\r\nContent-Length: 0\r\nCookie: " + cookie.get("Cookie") + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405");
        assertThat(get("/", cookie).headers().get("Content-security-policy"))
                .singleElement()
                .asString()
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
    }

    @Test
    void logsAreRedactedAndStayInTheirDirectory() throws IOException {
        Map<String, String> known = Map.of("Cookie", enter());
        assertThat(get("/api/clusters/c/logs/ray-c-head-0", known).text())
                .contains("step-7.log", "ray start", "token=…")
                .doesNotContain("abc");
        Files.writeString(dir.resolve("secret"), "x");
        assertThat(get("/api/clusters/c/logs/..%2F..%2F..", known).text()).isEmpty();
        assertThat(get("/api/clusters/c/logs/..", known).text()).isEmpty();
    }

    @Test
    void whatHappensArrivesWithinASecondAndAReaderGoesOnWhereItStopped() throws Exception {
        String cookie = enter();
        String all = get("/api/clusters/c", Map.of("Cookie", cookie)).text();
        String position = all.replaceAll("(?s).*?\"position\":\"([^\"]+)\".*", "$1");
        String id;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            BufferedReader in = stream(socket, cookie, "/api/stream?c=" + position, "");
            until(in, "s{");
            long before = System.nanoTime();
            cluster.append(Recorded.line(Instant.now(), "NODE_REQUESTED", "new", "cpu", "first", ""));
            assertThat(until(in, "first")).contains("data: e{");
            assertThat(System.nanoTime() - before).isLessThan(1_000_000_000L);
            cluster.append(Recorded.line(Instant.now(), "NODE_REQUESTED", "new", "cpu", "second", ""));
            id = until(in, "id: ").substring(4);
            until(in, "second");
        }
        cluster.append(Recorded.line(Instant.now(), "NODE_REQUESTED", "new", "cpu", "third", ""));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            BufferedReader in = stream(socket, cookie, "/api/stream?c=0", "Last-Event-ID: " + id + "\r\n");
            assertThat(until(in, "NODE_REQUESTED")).contains("third");
        }
    }

    @Test
    void aRecordingNeedsNothingElseAndNothingInItCanRun() throws IOException {
        cluster.append(Recorded.line(Instant.now(), "PROBLEM", "n", "cpu", "</script><script>alert(1)</script>", ""));
        String html = ReplayFile.html("</title><b>", ClusterLines.recording(cluster.shown("c")));
        assertThat(html).contains("&lt;/title", "\\u003c/script>\\u003cscript>alert(1)");
        assertThat(html.split("<script", -1)).as("data, charts, program").hasSize(4);
        assertThat(html).doesNotContain("http://", "import {", "export ");
    }

    private String enter() throws IOException {
        String link = server.link("");
        return get(link.substring(link.indexOf("/?")), Map.of()).cookie().split(";", -1)[0];
    }

    private BufferedReader stream(Socket socket, String cookie, String path, String more) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\nCookie: " + cookie
                                + "\r\n" + more + "\r\n")
                        .getBytes(StandardCharsets.UTF_8));
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static String until(BufferedReader in, String wanted) throws IOException {
        String line = in.readLine();
        while (line != null && !line.contains(wanted)) {
            line = in.readLine();
        }
        return String.valueOf(line);
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private record Reply(int code, String text, Map<String, List<String>> headers) {
        String cookie() {
            return headers.getOrDefault("Set-cookie", headers.getOrDefault("Set-Cookie", List.of("")))
                    .getFirst();
        }
    }

    private Reply get(String path, Map<String, String> headers) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + server.port() + path).toURL().openConnection();
        headers.forEach(connection::setRequestProperty);
        int code = connection.getResponseCode();
        var in = code < 400 ? connection.getInputStream() : connection.getErrorStream();
        String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Reply(code, text, connection.getHeaderFields());
    }
}
