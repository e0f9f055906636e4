package io.manta.ui;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Who may see the page: one who has the link, which works once and is exchanged for a cookie. Other programs on this machine
 * and other pages in the browser have neither; names that only point here (DNS rebinding) are refused by the Host.
 */
final class Gate {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final AtomicReference<Optional<String>> token = new AtomicReference<>(Optional.of(secret()));
    private final String session = secret();
    private final int port;

    Gate(int port) {
        this.port = port;
    }

    private static String secret() {
        byte[] bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The link to print; empty once it was used. */
    Optional<String> token() {
        return token.get();
    }

    String newToken() {
        String fresh = secret();
        token.set(Optional.of(fresh));
        return fresh;
    }

    /** Whether the request was meant for this server and made by its own page or by hand. */
    boolean isOurs(HttpExchange exchange) {
        String host = first(exchange, "Host");
        boolean here = host.equals("127.0.0.1:" + port) || host.equals("localhost:" + port);
        String origin = first(exchange, "Origin");
        String site = first(exchange, "Sec-Fetch-Site");
        return here
                && (origin.isEmpty() || origin.equals("http://" + host))
                && (site.isEmpty() || site.equals("same-origin") || site.equals("none") || isNavigation(exchange));
    }

    /** A link followed from elsewhere may open the page, but not read from it. */
    private static boolean isNavigation(HttpExchange exchange) {
        return first(exchange, "Sec-Fetch-Mode").equals("navigate")
                && exchange.getRequestURI().getPath().equals("/");
    }

    /** Takes the link's token; the second to come with it gets nothing. */
    boolean redeem(String given) {
        Optional<String> held = token.get();
        return held.isPresent() && same(held.get(), given) && token.compareAndSet(held, Optional.empty());
    }

    String cookie() {
        return cookieName() + "=" + session + "; Path=/; HttpOnly; SameSite=Strict";
    }

    boolean knows(HttpExchange exchange) {
        String wanted = cookieName() + "=";
        for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
            for (String part : header.split(";", -1)) {
                String cookie = part.strip();
                if (cookie.startsWith(wanted) && same(session, cookie.substring(wanted.length()))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Cookies do not know ports; two servers on this machine must not take each other's away. */
    private String cookieName() {
        return "manta-ui-" + port;
    }

    private static boolean same(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    private static String first(HttpExchange exchange, String header) {
        String value = exchange.getRequestHeaders().getFirst(header);
        return value == null ? "" : value;
    }
}
