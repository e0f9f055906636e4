package io.manta.cli;

import io.manta.cli.config.ConfigCommand;
import io.manta.cli.config.ExportCommand;
import io.manta.cli.config.ImportCommand;
import io.manta.cli.config.InitCommand;
import io.manta.cli.config.SchemaCommand;
import io.manta.cli.config.ValidateCommand;
import io.manta.cli.dump.ClusterDumpCommand;
import io.manta.cli.simulate.SimulateCommand;
import io.manta.cli.verb.AttachCommand;
import io.manta.cli.verb.BakeCommand;
import io.manta.cli.verb.CleanupCommand;
import io.manta.cli.verb.CompletionCommand;
import io.manta.cli.verb.DaemonCommand;
import io.manta.cli.verb.DashboardCommand;
import io.manta.cli.verb.DoctorCommand;
import io.manta.cli.verb.DownCommand;
import io.manta.cli.verb.EventsCommand;
import io.manta.cli.verb.ExecCommand;
import io.manta.cli.verb.ExplainCommand;
import io.manta.cli.verb.GetHeadIpCommand;
import io.manta.cli.verb.GetWorkerIpsCommand;
import io.manta.cli.verb.JobCommand;
import io.manta.cli.verb.KillRandomNodeCommand;
import io.manta.cli.verb.ListCommand;
import io.manta.cli.verb.LogsCommand;
import io.manta.cli.verb.MetricsCommand;
import io.manta.cli.verb.MonitorCommand;
import io.manta.cli.verb.PassOnCommand;
import io.manta.cli.verb.PlanCommand;
import io.manta.cli.verb.ResumeCommand;
import io.manta.cli.verb.RsyncDownCommand;
import io.manta.cli.verb.RsyncUpCommand;
import io.manta.cli.verb.SshConfigCommand;
import io.manta.cli.verb.StartCommand;
import io.manta.cli.verb.StatusCommand;
import io.manta.cli.verb.StopCommand;
import io.manta.cli.verb.SubmitCommand;
import io.manta.cli.verb.UiCommand;
import io.manta.cli.verb.UpCommand;
import io.manta.cli.verb.UsageStatsCommand;
import io.manta.cli.verb.VersionCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Every verb in one table. Nothing of a verb is loaded before it is asked for. */
public final class Verbs {
    /** Headings of the help, in its order. */
    public enum Topic {
        CLUSTERS("Clusters"),
        WORK("Work on a cluster"),
        SEE("See what is going on"),
        CONFIGURATION("Configuration"),
        OTHER("Other"),
        /** Works, but is not shown. */
        HIDDEN("");

        private final String heading;

        Topic(String heading) {
            this.heading = heading;
        }

        public String heading() {
            return heading;
        }
    }

    /**
     * @param summary one line for the help; begins with a verb, no full stop
     * @param create a new instance for one run
     */
    public record Entry(String name, Topic topic, String summary, Supplier<Verb> create) {
        /** What it takes, the options of every verb included. */
        public Syntax fullSyntax() {
            return create.get().syntax().common();
        }
    }

    public static final List<Entry> ALL = List.of(
            new Entry("up", Topic.CLUSTERS, "bring a cluster up, or up to date", UpCommand::new),
            new Entry("down", Topic.CLUSTERS, "take a cluster down and prove that nothing is left", DownCommand::new),
            new Entry("stop", Topic.CLUSTERS, "stop a cluster: machines stop, their disks stay", StopCommand::new),
            new Entry("start", Topic.CLUSTERS, "start a cluster that 'manta stop' has stopped", StartCommand::new),
            new Entry("plan", Topic.CLUSTERS, "show what 'manta up' would make and cost", PlanCommand::new),
            new Entry(
                    "doctor",
                    Topic.CLUSTERS,
                    "check everything a cluster needs, and change nothing",
                    DoctorCommand::new),
            new Entry(
                    "bake",
                    Topic.CLUSTERS,
                    "make an image of a node that is set up, for faster starts",
                    BakeCommand::new),
            new Entry("resume", Topic.CLUSTERS, "retry a node type that is paused after failures", ResumeCommand::new),
            new Entry(
                    "cleanup",
                    Topic.CLUSTERS,
                    "find and remove what lost clusters left in a cloud",
                    CleanupCommand::new),
            new Entry("list", Topic.CLUSTERS, "list the clusters made here", ListCommand::new),
            new Entry("submit", Topic.WORK, "run a Python script of yours on the head", SubmitCommand::new),
            new Entry("exec", Topic.WORK, "run a shell command on the head", ExecCommand::new),
            new Entry("attach", Topic.WORK, "open a shell on the head, or on another node", AttachCommand::new),
            new Entry("rsync-up", Topic.WORK, "copy files to the head", RsyncUpCommand::new),
            new Entry("rsync-down", Topic.WORK, "copy files from the head", RsyncDownCommand::new),
            new Entry(
                    "dashboard", Topic.WORK, "make Ray's dashboard reachable here, and open it", DashboardCommand::new),
            new Entry("ssh-config", Topic.WORK, "make 'ssh NAME' lead to a cluster's nodes", SshConfigCommand::new),
            new Entry("status", Topic.SEE, "show nodes, resources and what waits", StatusCommand::new),
            new Entry("ui", Topic.SEE, "show clusters as a live page in the browser", UiCommand::new),
            new Entry("monitor", Topic.SEE, "follow what the autoscaler decides, and why", MonitorCommand::new),
            new Entry("events", Topic.SEE, "show everything that happened, with reasons", EventsCommand::new),
            new Entry(
                    "explain",
                    Topic.SEE,
                    "tell why a node came, stays or went, and why demand waits",
                    ExplainCommand::new),
            new Entry("logs", Topic.SEE, "show the output of a node's set-up, or of the autoscaler", LogsCommand::new),
            new Entry(
                    "cluster-dump",
                    Topic.SEE,
                    "collect logs and facts of all nodes in one file, without secrets",
                    ClusterDumpCommand::new),
            new Entry(
                    "metrics",
                    Topic.SEE,
                    "print a Grafana dashboard or Prometheus alerts for Manta's metrics",
                    MetricsCommand::new),
            new Entry("validate", Topic.CONFIGURATION, "check cluster files", ValidateCommand::new),
            new Entry("config", Topic.CONFIGURATION, "show what a cluster file means", ConfigCommand::new),
            new Entry("init", Topic.CONFIGURATION, "write a cluster file to start from", InitCommand::new),
            new Entry("schema", Topic.CONFIGURATION, "print the JSON Schema of cluster files", SchemaCommand::new),
            new Entry("export", Topic.CONFIGURATION, "write a cluster file as a KubeRay manifest", ExportCommand::new),
            new Entry("import", Topic.CONFIGURATION, "make a cluster file of a KubeRay manifest", ImportCommand::new),
            new Entry(
                    "simulate",
                    Topic.CONFIGURATION,
                    "try cluster files against a load curve, without a cloud",
                    SimulateCommand::new),
            new Entry("get-head-ip", Topic.SEE, "print the head's address", GetHeadIpCommand::new),
            new Entry(
                    "get-worker-ips",
                    Topic.SEE,
                    "print the workers' addresses, one per line",
                    GetWorkerIpsCommand::new),
            new Entry(
                    "completion",
                    Topic.OTHER,
                    "print a script that completes verbs, options and cluster names",
                    CompletionCommand::new),
            new Entry("version", Topic.OTHER, "print the version", VersionCommand::new),
            new Entry(
                    "kill-random-node",
                    Topic.OTHER,
                    "end a worker picked at random, to test fault tolerance",
                    KillRandomNodeCommand::new),
            new Entry("job", Topic.WORK, "submit, list, follow and stop Ray jobs", JobCommand::new),
            new Entry(
                    "get-auth-token",
                    Topic.OTHER,
                    "print the token that Ray's authentication wants",
                    () -> new PassOnCommand("get-auth-token", "print the token that Ray's authentication wants")),
            new Entry(
                    "drain-node",
                    Topic.OTHER,
                    "ask Ray to drain a node",
                    () -> new PassOnCommand("drain-node", "ask Ray to drain a node")),
            new Entry(
                    "health-check",
                    Topic.OTHER,
                    "ask whether the head's Ray answers",
                    () -> new PassOnCommand("health-check", "ask whether the head's Ray answers")),
            new Entry(
                    "local-dump",
                    Topic.OTHER,
                    "collect Ray's logs of the head, on the head",
                    () -> new PassOnCommand("local-dump", "collect Ray's logs of the head, on the head")),
            new Entry(
                    "enable-usage-stats",
                    Topic.OTHER,
                    "let Ray report how it is used",
                    () -> new UsageStatsCommand(true)),
            new Entry(
                    "disable-usage-stats",
                    Topic.OTHER,
                    "have Ray not report how it is used",
                    () -> new UsageStatsCommand(false)),
            new Entry("daemon", Topic.HIDDEN, "run the autoscaler of a cluster in the foreground", DaemonCommand::new));

    /** Names that Ray has, or had, for the same thing. Underscores are dashes anyway. */
    private static final Map<String, String> ALIASES = Map.of(
            "create-or-update", "up",
            "teardown", "down",
            "exec-cmd", "exec");

    /** Words that other programs have for it; to suggest, not to do. */
    static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("ls", "list"),
            Map.entry("clusters", "list"),
            Map.entry("ps", "status"),
            Map.entry("top", "status"),
            Map.entry("rm", "down"),
            Map.entry("delete", "down"),
            Map.entry("destroy", "down"),
            Map.entry("terminate", "down"),
            Map.entry("create", "up"),
            Map.entry("launch", "up"),
            Map.entry("apply", "up"),
            Map.entry("ssh", "attach"),
            Map.entry("shell", "attach"),
            Map.entry("run", "submit"),
            Map.entry("cp", "rsync-up"),
            Map.entry("scp", "rsync-up"),
            Map.entry("log", "logs"),
            Map.entry("check", "doctor"),
            Map.entry("ui", "dashboard"));

    private Verbs() {}

    public static Optional<Entry> find(String word) {
        String dashed = word.replace('_', '-');
        String name = ALIASES.getOrDefault(dashed, dashed);
        for (Entry entry : ALL) {
            if (entry.name().equals(name)) {
                return Optional.of(entry);
            }
        }
        return Optional.empty();
    }

    /** Names to suggest. */
    public static List<String> names() {
        var names = new ArrayList<String>();
        for (Entry entry : ALL) {
            if (entry.topic() != Topic.HIDDEN) {
                names.add(entry.name());
            }
        }
        return names;
    }
}
