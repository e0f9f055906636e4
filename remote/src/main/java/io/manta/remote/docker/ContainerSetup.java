package io.manta.remote.docker;

import io.manta.remote.shell.ShellText;
import io.manta.remote.ssh.Reconnecting;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings a node's container to what is configured: looks first, pulls what is missing or may have changed, and re-creates
 * the container when image, options or mounts are others than those it was made from.
 */
final class ContainerSetup {
    /** A pulled layer is kept compressed while it is unpacked. */
    private static final double UNPACKED_PER_COMPRESSED = 3.5;

    private static final long LEAST_FREE = 300_000_000;
    private static final Pattern LAYER_SIZE = Pattern.compile("\"size\"\\s*:\\s*(\\d+)");

    private final CommandRunner host;
    private final ContainerSpec spec;

    ContainerSetup(CommandRunner host, ContainerSpec spec) {
        this.host = host;
        this.spec = spec;
    }

    void start(OutputSink output) throws RemoteException, InterruptedException {
        HostFacts facts = look();
        if (facts.imageId().isEmpty() || spec.settings().pullBeforeRun()) {
            pull(facts, output);
            facts = look();
        }
        String image = facts.imageId().orElseThrow(() -> ContainerFailure.read(List.of("manifest unknown"), spec));
        var words = new RunWords(spec, facts);
        String fingerprint = words.fingerprint(image);
        if (facts.runs(fingerprint)) {
            output.line("container " + spec.name() + " runs and is as configured");
        } else {
            if (facts.containerExists()) {
                output.line("container " + spec.name() + " was made from another image or other options: re-created");
                must(spec.program() + " rm -f " + ShellText.quote(spec.name()), output);
            }
            must(words.run(fingerprint, home()), output);
            checkRunning();
        }
        copyFiles(facts, output);
    }

    private HostFacts look() throws RemoteException, InterruptedException {
        HostFacts facts = ask();
        if (facts.broken().filter(text -> text.contains("permission denied")).isPresent()
                && host instanceof Reconnecting connection) {
            // Commands before this one may have put the user into the group; only a new login shows it.
            connection.reconnect();
            facts = ask();
        }
        if (!facts.hasProgram()) {
            throw ContainerFailure.notInstalled(spec);
        }
        Optional<String> broken = facts.broken();
        if (broken.isPresent()) {
            throw ContainerFailure.read(List.of(broken.get()), spec);
        }
        return facts;
    }

    private HostFacts ask() throws RemoteException, InterruptedException {
        return HostFacts.parse(run(HostFacts.script(spec), OutputSink.NOWHERE).lines());
    }

    private void pull(HostFacts facts, OutputSink output) throws RemoteException, InterruptedException {
        String image = ShellText.quote(spec.settings().image());
        if (facts.imageId().isEmpty()) {
            checkSpace(facts, image);
        }
        Ran pulled = run(spec.program() + " pull " + image, output);
        if (!pulled.result().succeeded()) {
            RemoteException failure = ContainerFailure.read(pulled.lines(), spec);
            if (facts.imageId().isEmpty() || !failure.mayPass()) {
                throw failure;
            }
            output.line("the registry cannot be reached; going on with the image that is there");
        }
    }

    // Before the pull, as it would run for minutes and then fail; not every registry tells sizes beforehand.
    private void checkSpace(HostFacts facts, String image) throws RemoteException, InterruptedException {
        Optional<Long> free = facts.freeBytes();
        if (free.isEmpty()) {
            return;
        }
        String ask = "timeout 15 " + spec.program() + " manifest inspect "
                + (spec.settings().usePodman() ? "" : "--insecure ") + image + " 2>/dev/null";
        long compressed = 0;
        Matcher sizes = LAYER_SIZE.matcher(
                String.join("\n", run(ask, OutputSink.NOWHERE).lines()));
        while (sizes.find()) {
            compressed += Long.parseLong(sizes.group(1));
        }
        long needed = Math.max(LEAST_FREE, (long) (compressed * UNPACKED_PER_COMPRESSED));
        if (free.get() < needed) {
            throw ContainerFailure.tooLittleSpace(spec, facts.storage(), free.get(), needed);
        }
    }

    /** The container user's home, from the image; {@code /root} when the image does not say. */
    private String home() throws RemoteException, InterruptedException {
        String script = spec.program() + " image inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "
                + ShellText.quote(spec.settings().image());
        return run(script, OutputSink.NOWHERE).lines().stream()
                .filter(line -> line.startsWith("HOME="))
                .map(line -> line.substring("HOME=".length()).strip())
                .findFirst()
                .orElse("/root");
    }

    private void checkRunning() throws RemoteException, InterruptedException {
        String name = ShellText.quote(spec.name());
        Ran ran = run(
                "[ \"$(" + spec.program() + " inspect --format '{{.State.Running}}' " + name + ")\" = true ] || { "
                        + spec.program() + " logs --tail 10 " + name + " 2>&1; exit 1; }",
                OutputSink.NOWHERE);
        if (!ran.result().succeeded()) {
            throw ContainerFailure.exited(spec, ran.lines());
        }
    }

    private void copyFiles(HostFacts facts, OutputSink output) throws RemoteException, InterruptedException {
        for (String mount : spec.mounts()) {
            if (!facts.directories().contains(mount)) {
                copyIn(mount, output);
            }
        }
    }

    /** Puts what waits on the host into the container; what a mounted directory shows already is left alone. */
    void copyIn(String path, OutputSink output) throws RemoteException, InterruptedException {
        var script = new StringBuilder();
        for (String mount : spec.mounts()) {
            if ((withoutSlash(path) + "/").startsWith(withoutSlash(mount) + "/")) {
                script.append("[ -d " + staged(mount) + " ] && exit 0\n");
            }
        }
        String to = ShellText.quote(RunWords.inContainer(path, home()));
        String name = ShellText.quote(spec.name());
        script.append("[ -e " + staged(path) + " ] || exit 0\n")
                .append("from=" + staged(path) + " to=" + to + "\n")
                .append("if [ -d \"$from\" ]; then from=$from/. in=$to; else in=${to%/*}; fi\n")
                .append(spec.program() + " exec " + name + " mkdir -p \"${in:-/}\" && ")
                .append(spec.program() + " cp \"$from\" " + name + ":\"$to\"");
        must(script.toString(), output);
    }

    private String staged(String path) {
        return "\"$HOME\"/" + ShellText.quote(withoutSlash(spec.staging(path)));
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    record Ran(CommandResult result, List<String> lines) {}

    Ran run(String script, OutputSink output) throws RemoteException, InterruptedException {
        var lines = new ArrayList<String>();
        CommandResult result = host.run(Command.of(script).on(Command.Place.HOST), line -> {
            lines.add(line);
            output.line(line);
        });
        return new Ran(result, lines);
    }

    void must(String script, OutputSink output) throws RemoteException, InterruptedException {
        Ran ran = run(script, output);
        if (!ran.result().succeeded()) {
            throw ContainerFailure.read(ran.lines(), spec);
        }
    }
}
