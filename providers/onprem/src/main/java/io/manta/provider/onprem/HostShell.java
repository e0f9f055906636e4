package io.manta.provider.onprem;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Calls the script on a host. */
final class HostShell {
    private static final String SCRIPT = script();

    private final String directory;
    private final String processes;
    private final Duration limit;

    /**
     * @param directory where claims lie on every host
     * @param processes where a host lists its processes
     */
    HostShell(String directory, String processes, Duration limit) {
        this.directory = directory;
        this.processes = processes;
        this.limit = limit;
    }

    HostLook look(CommandRunner runner, String cluster) throws RemoteException, InterruptedException {
        return call(runner, "look " + Encoding.word(cluster));
    }

    /** @param publicKey lets the cluster log in with it, too; not when empty */
    HostLook claim(
            CommandRunner runner, String cluster, String node, long created, Map<String, String> tags, String publicKey)
            throws RemoteException, InterruptedException {
        String content = "cluster\t" + Encoding.word(cluster) + "\nnode\t" + Encoding.word(node) + "\ncreated\t"
                + created + "\n" + Encoding.tags(tags);
        // In a shell of its own, because it changes what others may do with the files it makes.
        String allowed = publicKey.isEmpty() ? "" : "(" + allowing(publicKey) + ")\n";
        return call(runner, allowed + "claim", cluster, node, content);
    }

    HostLook tag(CommandRunner runner, String cluster, String node, Map<String, String> tags)
            throws RemoteException, InterruptedException {
        return call(runner, "tag", cluster, node, Encoding.tags(tags));
    }

    HostLook end(CommandRunner runner, String cluster, String node) throws RemoteException, InterruptedException {
        return call(runner, "end " + Encoding.word(cluster) + " " + Encoding.word(node));
    }

    HostLook allow(CommandRunner runner, String publicKey) throws RemoteException, InterruptedException {
        return call(runner, allowing(publicKey));
    }

    private static String allowing(String publicKey) {
        return "allow " + Encoding.base64(publicKey);
    }

    HostLook forget(CommandRunner runner, String cluster, String publicKey)
            throws RemoteException, InterruptedException {
        return call(runner, "forget " + Encoding.word(cluster) + " '" + Encoding.base64(publicKey) + "'");
    }

    private HostLook call(CommandRunner runner, String verb, String cluster, String node, String content)
            throws RemoteException, InterruptedException {
        return call(
                runner, String.join(" ", verb, Encoding.word(cluster), Encoding.word(node), Encoding.base64(content)));
    }

    private HostLook call(CommandRunner runner, String line) throws RemoteException, InterruptedException {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        Command command = Command.of("#!/bin/sh\nD='" + directory + "' P='" + processes + "'\n" + SCRIPT + "\n" + line)
                .on(Command.Place.HOST)
                .withTimeout(limit);
        int exitCode = runner.run(command, lines::add).exitCode();
        if (exitCode != 0) {
            throw new RemoteException(
                    Problem.error(
                            "ONPREM-HOST-SCRIPT",
                            "the host could not be asked",
                            lines.isEmpty() ? "exit code " + exitCode : lines.getLast(),
                            "check that sh, sed, awk and base64 work there"),
                    true);
        }
        return HostLook.parse(List.copyOf(lines));
    }

    private static String script() {
        try (InputStream in = HostShell.class.getResourceAsStream("host.sh")) {
            if (in == null) {
                throw new IllegalStateException("host.sh is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
