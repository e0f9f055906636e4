package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.HeadAccess;
import io.manta.remote.shell.ShellText;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A command of Ray's own that works on the head: run there, with the arguments as given. */
public class PassOnCommand implements Verb {
    /** Manta's; everything else goes to Ray. */
    private static final Set<String> OURS = Set.of("-n", "--cluster-name", "--cluster", "--log-style", "--log-color");

    private final String name;
    private final String summary;

    public PassOnCommand(String name, String summary) {
        this.name = name;
        this.summary = summary;
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(name, summary)
                .option("--cluster CLUSTER", "cluster YAML file or recorded name; not needed where there is one")
                .clusterName()
                .rest("ARGS", "passed on to 'ray " + name + "' exactly as given")
                .detail("Runs `ray " + name + "` on the head. Its own options: `manta exec CLUSTER 'ray " + name
                        + " --help'`.")
                .example("manta " + name + exampleArguments(), "on the only cluster there is");
    }

    String exampleArguments() {
        return "";
    }

    /** What comes before {@code --} is told apart by name. */
    @Override
    public List<String> arrange(List<String> args) {
        var ours = new ArrayList<String>();
        var theirs = new ArrayList<String>();
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--")) {
                theirs.addAll(args.subList(i, args.size()));
                break;
            }
            if (OURS.contains(arg) && i + 1 < args.size()) {
                ours.addAll(List.of(arg, args.get(++i)));
            } else if (OURS.contains(arg.replaceFirst("=.*", ""))
                    || arg.equals("-h")
                    || arg.equals("--no-config-cache")
                    || (arg.equals("--help") && theirs.isEmpty())) {
                ours.add(arg);
            } else {
                theirs.add(arg);
            }
        }
        ours.add("--");
        ours.addAll(theirs);
        return ours;
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        try (HeadAccess access = HeadAccess.ready(call)) {
            List<String> arguments = prepare(call, access, call.rest("ARGS"));
            String line = "ray " + name + " " + ShellText.join(arguments);
            return access.runner()
                    .interactive(Command.of(line.strip()), List.of())
                    .exitCode();
        }
    }

    /** What has to be brought to the head first, and the arguments as they are then. */
    List<String> prepare(Call call, HeadAccess access, List<String> arguments)
            throws ProblemException, InterruptedException {
        return arguments;
    }
}
