package io.manta.remote.ssh;

import io.manta.spi.provider.Reach;
import java.nio.file.Path;

/** What OpenSSH's configuration must say so that a short name leads to a host the way Manta itself goes there. */
public final class SshConfigText {
    private SshConfigText() {}

    /** @param knownHosts where the cluster's host keys are pinned */
    public static String block(String name, Reach.Ssh reach, Path knownHosts) {
        var text = new StringBuilder("Host " + name + "\n");
        line(text, "HostName", reach.address());
        reach.user().ifPresent(user -> line(text, "User", user));
        if (reach.port() > 0) {
            line(text, "Port", Integer.toString(reach.port()));
        }
        reach.privateKey().ifPresent(key -> {
            line(text, "IdentityFile", quoted(key));
            line(text, "IdentitiesOnly", "yes");
        });
        reach.proxyCommand().ifPresent(command -> line(text, "ProxyCommand", command));
        for (String option : reach.options()) {
            line(text, option.replaceFirst("=.*", ""), option.replaceFirst("^[^=]*=", ""));
        }
        line(text, "UserKnownHostsFile", quoted(knownHosts.toString()));
        line(text, "StrictHostKeyChecking", "accept-new");
        return text.toString();
    }

    private static String quoted(String path) {
        return path.contains(" ") ? "\"" + path + "\"" : path;
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append("  ").append(key).append(' ').append(value).append('\n');
    }
}
