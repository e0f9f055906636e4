package io.manta.remote.ssh;

import io.manta.remote.shell.ShellText;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.PortForward;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Command lines for {@code ssh}, as data. What the user set in {@code ~/.ssh/config} stands unless named here. */
record SshArguments(SshSettings settings, Reach.Ssh reach) {
    /** Opens the shared connection and goes to the background once logged in. */
    List<String> open() {
        var words = common("ERROR");
        words.addAll(List.of("-o", "ControlMaster=yes"));
        words.addAll(List.of("-o", "ControlPath=" + socket()));
        words.addAll(List.of("-o", "ControlPersist=" + settings.persist().toSeconds()));
        words.addAll(List.of("-N", "-f", target()));
        return words;
    }

    /** Closes it, after the sessions that use it. */
    List<String> close() {
        var words = new ArrayList<>(settings.program());
        words.addAll(List.of("-o", "ControlPath=" + socket(), "-O", "exit", target()));
        return words;
    }

    /** Has it begin or cancel a port forwarding. */
    List<String> control(String verb, String forwarding) {
        var words = new ArrayList<>(settings.program());
        words.addAll(List.of("-o", "ControlPath=" + socket(), "-O", verb, "-L", forwarding, target()));
        return words;
    }

    /** Runs one command over the shared connection, without a terminal. */
    List<String> run(String remoteCommand) {
        var words = common("QUIET");
        words.addAll(List.of("-o", "ControlMaster=no", "-o", "ControlPath=" + socket(), "-T", target()));
        words.add(remoteCommand);
        return words;
    }

    /**
     * Runs with the caller's terminal. Forwarded ports would outlive the command on a shared connection, so such a command
     * gets its own.
     */
    List<String> interactive(String remoteCommand, List<PortForward> forwards) {
        var words = common("ERROR");
        words.addAll(List.of("-o", "ControlMaster=no"));
        words.addAll(List.of("-o", "ControlPath=" + (forwards.isEmpty() ? socket().toString() : "none")));
        if (!forwards.isEmpty()) {
            words.addAll(List.of("-o", "ExitOnForwardFailure=yes"));
            for (PortForward forward : forwards) {
                words.add("-L");
                words.add("127.0.0.1:" + forward.localPort() + ":localhost:" + forward.remotePort());
            }
        }
        words.add(settings.terminal() ? "-tt" : "-T");
        words.add(target());
        if (!remoteCommand.isEmpty()) {
            words.add(remoteCommand);
        }
        return words;
    }

    /**
     * For rsync's {@code --rsh}: everything but the target. The connection is open by then, so the proxy, whose quoting
     * rsync could not follow, is left out.
     */
    String remoteShell() {
        var direct = new Reach.Ssh(
                reach.address(), reach.port(), reach.user(), reach.privateKey(), Optional.empty(), reach.options());
        var words = new SshArguments(settings, direct).common("ERROR");
        words.addAll(List.of("-o", "ControlMaster=no", "-o", "ControlPath=" + socket()));
        return ShellText.join(words);
    }

    /** What a person would type. */
    String hint() {
        var words = new ArrayList<String>();
        words.add("ssh");
        reach.privateKey().ifPresent(key -> words.addAll(List.of("-i", key)));
        if (reach.port() > 0 && reach.port() != 22) {
            words.addAll(List.of("-p", Integer.toString(reach.port())));
        }
        reach.proxyCommand().ifPresent(command -> words.addAll(List.of("-o", "ProxyCommand=" + command)));
        reach.options().forEach(option -> words.addAll(List.of("-o", option)));
        words.addAll(List.of("-o", "UserKnownHostsFile=" + settings.knownHosts()));
        words.add(target());
        return ShellText.join(words);
    }

    String target() {
        return reach.user().map(user -> user + "@").orElse("") + reach.address();
    }

    /** One socket per way to a host: another key or another proxy is another connection. */
    Path socket() {
        String identity = String.join(
                "\0", reach.toString(), settings.knownHosts().toString(), String.join(" ", settings.program()));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return settings.controlDirectory().resolve(HexFormat.of().formatHex(digest, 0, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> common(String logLevel) {
        var words = new ArrayList<>(settings.program());
        reach.privateKey().ifPresent(key -> words.addAll(List.of("-i", key, "-o", "IdentitiesOnly=yes")));
        if (reach.port() > 0) {
            words.addAll(List.of("-p", Integer.toString(reach.port())));
        }
        // The first value wins in ssh, so what the provider asks for stands above our defaults.
        reach.options().forEach(option -> words.addAll(List.of("-o", option)));
        reach.proxyCommand().ifPresent(command -> words.addAll(List.of("-o", "ProxyCommand=" + command)));
        for (String option : List.of(
                "BatchMode=yes",
                "LogLevel=" + logLevel,
                "StrictHostKeyChecking=accept-new",
                "UserKnownHostsFile=\"" + settings.knownHosts() + "\"",
                "HashKnownHosts=no",
                "ConnectTimeout=" + settings.connectTimeout().toSeconds(),
                "ServerAliveInterval=5",
                "ServerAliveCountMax=3")) {
            words.addAll(List.of("-o", option));
        }
        return words;
    }
}
