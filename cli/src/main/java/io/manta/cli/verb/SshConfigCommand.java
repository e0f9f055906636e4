package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.ChosenConfig;
import io.manta.cli.wire.Cluster;
import io.manta.controller.home.AtomicFile;
import io.manta.remote.ssh.SshConfigText;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Reach;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;

/** {@code manta ssh-config}: makes {@code ssh NAME} and {@code ssh NAME-worker-1} work, and with them VS Code and scp. */
public final class SshConfigCommand implements Verb {
    private static final String INCLUDE = "Include manta/*.conf";

    @Override
    public Syntax syntax() {
        return Syntax.of("ssh-config", "make 'ssh NAME' lead to a cluster's nodes")
                .onlyCluster()
                .flag("--print", "print the configuration instead of installing it")
                .flag("--remove", "take it out again")
                .detail("""
                        Writes ~/.ssh/manta/NAME.conf and has ~/.ssh/config include it. Run it again when nodes have changed.""")
                .example(
                        "manta ssh-config mine",
                        "then: ssh mine, ssh mine-worker-1, scp file mine:, VS Code's Remote-SSH");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        try (Cluster cluster = Cluster.open(call.home(), ChosenConfig.existing(call))) {
            String name = cluster.config().name();
            Path ssh = Path.of(System.getProperty("user.home"), ".ssh");
            Path file = ssh.resolve("manta").resolve(name + ".conf");
            if (call.flag("--remove")) {
                Files.deleteIfExists(file);
                call.console().say("Removed " + file);
                return ExitCode.OK;
            }
            String text =
                    text(cluster, call.home().root().resolve("known_hosts").resolve(name));
            if (call.flag("--print")) {
                call.console().data(text.stripTrailing());
                return ExitCode.OK;
            }
            install(ssh, file, text);
            call.console().say("Now `ssh " + name + "` opens a shell on the head; the names are in " + file);
            return ExitCode.OK;
        }
    }

    private static String text(Cluster cluster, Path knownHosts) throws ProblemException, InterruptedException {
        String name = cluster.config().name();
        List<Machine> machines = cluster.provider().list(Look.USUAL).stream()
                .filter(Machine::isLive)
                .sorted(Comparator.comparing((Machine machine) -> machine.role() != NodeRole.HEAD)
                        .thenComparing(Machine::id))
                .toList();
        var text = new StringBuilder("# Made by `manta ssh-config " + name + "`.\n");
        int workers = 0;
        for (Machine machine : machines) {
            if (!(cluster.provider().reach(machine) instanceof Reach.Ssh reach)) {
                throw new ProblemException(Problem.error(
                        "CLI-NO-SSH",
                        "the nodes of cluster " + name + " are not reached over SSH",
                        "they are processes on this machine",
                        "use `manta attach " + name + "`"));
            }
            String host = machine.role() == NodeRole.HEAD ? name : name + "-worker-" + ++workers;
            text.append(SshConfigText.block(host, reach, knownHosts));
        }
        return text.toString();
    }

    private static void install(Path ssh, Path file, String text) throws IOException {
        var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        if (!Files.isDirectory(ssh)) {
            Files.createDirectories(ssh, mine);
        }
        AtomicFile.write(file, text);
        Path config = ssh.resolve("config");
        String before = Files.exists(config) ? Files.readString(config) : "";
        if (before.lines().noneMatch(line -> line.strip().equals(INCLUDE))) {
            // In front of everything: below a Host line it would only count for that host.
            AtomicFile.write(config, INCLUDE + "\n\n" + before);
            Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
        }
    }
}
