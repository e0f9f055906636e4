package io.manta.controller.head;

import io.manta.controller.daemon.Daemon;
import io.manta.controller.daemon.DaemonControl;
import io.manta.controller.daemon.LocalDaemonControl;
import io.manta.controller.home.ClusterHome;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import io.manta.spi.remote.CommandRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The daemon on a head that is another machine. Starting it brings Java, the program and the cluster's files there, each only
 * when its contents are not there yet. The head's copy of the cluster's home has the same layout as the one here.
 */
public final class RemoteDaemonControl implements DaemonControl {
    /** Tells a Manta that it runs on the head and reaches workers from there. */
    public static final String ON_HEAD = "MANTA_ON_HEAD";

    /** System property: jars outside the class path that this cluster's provider needs on the head as well. */
    public static final String PROVIDER_JARS = "manta.provider.jars";

    private static final String JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -Xmx128m -Xshare:auto "
            + "-XX:-UsePerfData --enable-native-access=ALL-UNNAMED -Duser.home=\"$HOME\"";

    /** Files of providers that both sides write. */
    private static final Pattern NOTE = Pattern.compile("(?:\\.json|\\.jsonl|\\.log|/host_keys)$");

    private final ClusterHome home;
    private final Path runtimeCache;
    private final DaemonNeeds needs;
    private final Head head;
    private final Progress progress;
    private final HeadMirror mirror;
    private String lastHomeId = "";
    private volatile @Nullable Brought there;

    /** Where on the head what the daemon needs lies. */
    private record Brought(String java, String program, String homeId) {}

    /** Finds the way to the head; there may be none yet, or no more. */
    @FunctionalInterface
    public interface Head {
        Optional<CommandRunner> runner() throws ProblemException, InterruptedException;

        /** The next head may be another machine. */
        default void forget() {}
    }

    /** @param runtimeCache where what goes to heads is kept for the next one */
    public RemoteDaemonControl(ClusterHome home, Path runtimeCache, DaemonNeeds needs, Head head, Progress progress) {
        this.home = home;
        this.runtimeCache = runtimeCache;
        this.needs = needs;
        this.head = head;
        this.progress = progress;
        this.mirror = new HeadMirror(home, head);
    }

    /** Brings the head's reports here. */
    public HeadMirror mirror() {
        return mirror;
    }

    @Override
    public void bring() throws ProblemException, InterruptedException {
        there = bringAll(shell());
    }

    @Override
    public void startEarly() throws ProblemException, InterruptedException {
        start(": >\"$dir/daemon/%s\"\n");
    }

    @Override
    public void renewEarly() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        if (runner.isPresent()) {
            new HeadShell(runner.get())
                    .run("dir=" + remoteHome() + "\nf=$dir/daemon/" + Daemon.EARLY
                            + "; [ ! -e \"$f\" ] || touch \"$f\"");
        }
    }

    @Override
    public void ask(String request) throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        if (runner.isPresent()) {
            String quoted = "'" + request.replace("'", "'\\''") + "'";
            new HeadShell(runner.get())
                    .must(
                            "asking the autoscaler",
                            "dir=" + remoteHome() + "\nmkdir -p \"$dir/requests\" && : >\"$dir/requests/\"" + quoted);
        }
    }

    @Override
    public void start() throws ProblemException, InterruptedException {
        start("rm -f \"$dir/daemon/%s\"\n");
    }

    private void start(String mark) throws ProblemException, InterruptedException {
        HeadShell shell = shell();
        Brought brought = there;
        if (brought == null || !brought.homeId().equals(homeId())) {
            brought = bringAll(shell);
        }
        shell.must(
                "starting the autoscaler",
                processes() + pins() + mark.formatted(Daemon.EARLY) + "echo " + brought.homeId()
                        + " >\"$dir/home.id\"\n" + launcher(brought) + startScript(brought));
        there = brought;
        mirror.follow();
    }

    private HeadShell shell() throws ProblemException, InterruptedException {
        return new HeadShell(head.runner()
                .orElseThrow(() -> new ProblemException(
                        Problem.error("HEAD-MISSING", "there is no head to start the autoscaler on", "", ""))));
    }

    private String homeId() throws ProblemException {
        try {
            return new HomeFiles(home).id();
        } catch (IOException e) {
            throw cannotShip(e);
        }
    }

    /** Brings what is not there yet, all of it at once. */
    private Brought bringAll(HeadShell shell) throws ProblemException, InterruptedException {
        try {
            var jars = new ProgramJars(runtimeCache);
            var runtimes = new RuntimeArchive(runtimeCache, needs);
            var files = new HomeFiles(home);
            String homeId = files.id();
            HeadLook look;
            try (Tarball packed = files.pack()) {
                look = HeadLook.at(shell, processes(), runtimes.ownId(), needs.likes(), jars.id(), homeId, packed);
            }
            var java = new AtomicReference<>(look.java().orElse(""));
            var program = new AtomicReference<>(look.program().orElse(""));
            var missing = new ArrayList<SideBySide.Task>();
            if (look.java().isEmpty()) {
                missing.add(() ->
                        java.set(new JavaRuntime(shell, runtimes, progress).bring(look.platform(), look.packing())));
            }
            if (look.program().isEmpty()) {
                progress.say("bringing Manta to the head");
                missing.add(() -> program.set(jars.ship(shell)));
            }
            SideBySide.run(missing);
            return new Brought(java.get(), program.get(), homeId);
        } catch (IOException e) {
            throw cannotShip(e);
        }
    }

    private static ProblemException cannotShip(IOException e) {
        return new ProblemException(Problem.error(
                "HEAD-SHIP", "cannot bring the autoscaler to the head: " + e.getMessage(), "", "try again"));
    }

    /** Host keys that the user's machine has pinned are pinned for the head, too. */
    private String pins() {
        return """
                k=$HOME/.manta/known_hosts; mkdir -p "$k"
                if [ -e "$dir/known_hosts" ]; then
                  cat "$k/%1$s" "$dir/known_hosts" 2>/dev/null | sort -u >"$k/.%1$s" && mv "$k/.%1$s" "$k/%1$s"
                fi
                """.formatted(home.name());
    }

    /** Lets people on the head, and what they leave running there, use Manta, too. */
    private static String launcher(Brought brought) {
        return """
                l=$HOME/.manta/manta
                cat >"$l.new" <<'MANTA_END'
                #!/bin/sh
                # Manta on the head of a cluster; brought here by `manta up`.
                export %s=1
                exec '%s' %s -cp '%s/*' io.manta.cli.Main "$@"
                MANTA_END
                chmod 755 "$l.new" && mv "$l.new" "$l"
                # Where scripts for Ray's launcher look for it.
                b=$HOME/ray_bootstrap_config.yaml
                if [ -L "$b" ] || [ ! -e "$b" ]; then ln -sfn "$dir/head.yaml" "$b"; fi
                """.formatted(ON_HEAD, brought.java(), JVM, brought.program());
    }

    /** What starts it lies there as a file, for whoever starts the machine again, such as a container's own hook. */
    private String startScript(Brought brought) {
        return """
                [ -z "$(marked)" ] || exit 0
                rm -f "$dir/daemon/stop"
                cat >"$dir/daemon/supervise.sh" <<'MANTA_END'
                %1$s
                MANTA_END
                cat >"$dir/daemon/boot.sh" <<'MANTA_END'
                dir=%8$s
                cd "$HOME"
                [ -e "$dir/daemon/stop" ] || %2$s="$dir" %3$s=1 setsid sh "$dir/daemon/supervise.sh" "$dir/daemon" '%4$s' %5$s \
                  -cp '%6$s/*' io.manta.cli.Main daemon '%7$s' </dev/null >>"$dir/daemon/daemon.log" 2>&1 &
                MANTA_END
                sh "$dir/daemon/boot.sh"
                """.formatted(
                        LocalDaemonControl.SUPERVISOR,
                        LocalDaemonControl.MARKER,
                        ON_HEAD,
                        brought.java(),
                        JVM,
                        brought.program(),
                        home.name(),
                        remoteHome());
    }

    @Override
    public boolean isRunning() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        return runner.isPresent() && isRunning(new HeadShell(runner.get()));
    }

    private boolean isRunning(HeadShell shell) throws ProblemException, InterruptedException {
        HeadShell.Ended ended =
                shell.run(processes() + "cat \"$dir/home.id\" 2>/dev/null || echo none\n[ -n \"$(marked)\" ]");
        lastHomeId = ended.lastLine();
        return ended.succeeded();
    }

    @Override
    public void refresh() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        try {
            var files = new HomeFiles(home);
            String id = files.id();
            if (runner.isPresent() && !id.equals(lastHomeId)) {
                // Its supervisor starts it again, with everything as it is now.
                String handOver = processes() + HomeFiles.unpack() + "echo " + id + " >\"$dir/home.id\"\n" + """
                        for p in $(marked); do
                          read -r name </proc/$p/comm && [ "$name" = java ] && kill $p
                        done
                        true
                        """;
                try (Tarball packed = files.pack()) {
                    new HeadShell(runner.get()).mustRead("handing over the configuration", packed.file(), handOver);
                }
            }
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "HEAD-SHIP", "cannot bring the configuration to the head: " + e.getMessage(), "", "try again"));
        }
    }

    @Override
    public void stop() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        if (runner.isEmpty()) {
            return;
        }
        mirror.stop();
        new HeadShell(runner.get()).must("stopping the autoscaler", processes() + """
                        [ ! -d "$dir/daemon" ] || : >"$dir/daemon/stop"
                        list=$(marked); [ -z "$list" ] || kill $list 2>/dev/null
                        i=0
                        while [ -n "$(marked)" ]; do
                          i=$((i + 1)); [ $i -lt 100 ] || kill -9 $(marked) 2>/dev/null
                          [ $i -lt 150 ] || exit 1
                          sleep 0.1
                        done
                        """);
        bringBack(runner.get());
        there = null;
        head.forget();
    }

    /** What the provider noted there counts from now on, wherever it is used next. */
    private void bringBack(CommandRunner runner) throws InterruptedException {
        if (!Files.isDirectory(home.machines())) {
            return;
        }
        try {
            new BroughtBack(home).take(runner, List.of("machines"), this::isNote);
        } catch (ProblemException | IOException e) {
            // There is nothing there yet, or no more.
            return;
        }
    }

    /**
     * Notes come back; what was only lent to the head does not: programs, plug-ins and keys of this machine stay those that were
     * put here.
     */
    private boolean isNote(String name) {
        boolean lent = name.startsWith("machines/provider/")
                || Files.exists(home.dir().resolve(name), LinkOption.NOFOLLOW_LINKS);
        return !lent
                || (!name.startsWith("machines/provider/") && NOTE.matcher(name).find());
    }

    /** Brings the logs that lie on the head: of workers' set-up, and the daemon's own. */
    public void fetchLogs() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        if (runner.isEmpty()) {
            return;
        }
        try {
            new BroughtBack(home).take(runner.get(), List.of("logs", "daemon/daemon.log"), _ -> true);
        } catch (IOException e) {
            throw new ProblemException(Problem.error(
                    "CLUSTER-HOME",
                    "cannot take the head's logs to " + home.dir() + ": " + e.getMessage(),
                    "",
                    "check free disk space and permissions"));
        }
    }

    @Override
    public void remove() throws ProblemException, InterruptedException {
        Optional<CommandRunner> runner = head.runner();
        if (runner.isPresent()) {
            try {
                fetchLogs();
            } catch (ProblemException e) {
                // Nothing was ever set up from there, or it cannot be reached: what is here is kept.
            }
            new HeadShell(runner.get())
                    .run("rm -rf " + remoteHome()
                            + "; b=$HOME/ray_bootstrap_config.yaml; [ -e \"$b\" ] || rm -f \"$b\"");
        }
    }

    private String processes() {
        return "dir=" + remoteHome() + "\nmarked() { grep -lzaxF \"" + LocalDaemonControl.MARKER
                + "=$dir\" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }\n";
    }

    private String remoteHome() {
        return "\"$HOME\"/.manta/clusters/'" + home.name() + "'";
    }
}
