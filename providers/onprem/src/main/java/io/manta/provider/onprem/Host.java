package io.manta.provider.onprem;

import io.manta.spi.model.NodeRole;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One host of the pool.
 *
 * @param name as the user wrote it, without user and port
 * @param port 0 leaves it to the user's ssh configuration
 */
record Host(String name, NodeRole role, Optional<String> user, int port) {
    private static final Pattern WRITTEN =
            Pattern.compile("(?:(?<user>[^@]+)@)?(?<host>\\[[^]]+]|[^:@]+|[^@]*:[^@]*:[^@]*)(?::(?<port>\\d+))?");

    /** {@code [user@]host[:port]}; an IPv6 address with a port stands in brackets. */
    static Host parse(String written, NodeRole role) {
        Matcher parts = WRITTEN.matcher(written.strip());
        if (!parts.matches()) {
            return new Host(written, role, Optional.empty(), 0);
        }
        String host = parts.group("host").replaceAll("^\\[|]$", "");
        String port = parts.group("port");
        return new Host(
                host, role, Optional.ofNullable(parts.group("user")), port == null ? 0 : Integer.parseInt(port));
    }
}
