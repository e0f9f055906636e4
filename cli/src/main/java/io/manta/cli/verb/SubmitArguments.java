package io.manta.cli.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tells Manta's arguments from the script's. Up to SCRIPT all are Manta's; behind it all are the script's, except the four
 * flags that Ray's users put there by habit; {@code --} ends that exception.
 */
final class SubmitArguments {
    private static final Set<String> OURS = Set.of("--start", "--stop", "--screen", "--tmux");
    private static final Set<String> WITH_VALUE = Set.of(
            "-n",
            "--cluster-name",
            "-p",
            "--port-forward",
            "--profile",
            "--context",
            "--kubeconfig",
            "--args",
            "--extra-screen-args",
            "--log-style",
            "--log-color");

    private SubmitArguments() {}

    /** Puts {@code --} between the two, so that nothing behind it is looked at again. */
    static List<String> arrange(List<String> args) {
        var ours = new ArrayList<String>();
        int positions = 0;
        int next = 0;
        while (next < args.size() && positions < 2) {
            String arg = args.get(next++);
            if (arg.equals("--")) {
                // Given before the script: the rest is positional anyway.
                ours.addAll(args.subList(next - 1, args.size()));
                return ours;
            }
            ours.add(arg);
            if (WITH_VALUE.contains(arg) && next < args.size()) {
                ours.add(args.get(next++));
            } else if (!arg.startsWith("-") || arg.equals("-")) {
                positions++;
            }
        }
        var theirs = new ArrayList<String>();
        boolean open = true;
        for (String arg : args.subList(next, args.size())) {
            if (open && arg.equals("--")) {
                open = false;
            } else if (open && OURS.contains(arg)) {
                ours.add(arg);
            } else {
                theirs.add(arg);
            }
        }
        if (!theirs.isEmpty()) {
            ours.add("--");
            ours.addAll(theirs);
        }
        return ours;
    }
}
