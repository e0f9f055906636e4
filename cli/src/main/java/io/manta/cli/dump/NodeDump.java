package io.manta.cli.dump;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What one node says of itself. A node that cannot be asked leaves the reason instead. */
final class NodeDump {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MOST_BYTES = 300_000;

    private static final String MACHINE = """
            section() { echo "@file@$1"; }
            section machine.txt
            for c in 'uname -a' date uptime 'df -h' 'free -m' 'nproc' 'ulimit -a' 'cat /etc/os-release'; do
              echo "$ $c"; sh -c "$c" 2>&1; echo
            done
            if [ "@processes@" = yes ]; then section processes.txt; ps axo user,pid,ppid,pcpu,rss,etime,args 2>&1; fi
            for p in docker podman; do
              command -v $p >/dev/null 2>&1 || continue
              section $p.txt; $p ps -a 2>&1; $p images 2>&1
            done
            true
            """;

    private static final String RAY = """
            section() { echo "@file@$1"; }
            section ray.txt
            for c in 'which python ray' 'python --version' 'ray --version' 'ray status -v'; do
              echo "$ $c"; timeout 20 sh -c "$c" 2>&1; echo
            done
            if [ "@pip@" = yes ]; then section pip.txt; timeout 30 python -m pip list 2>&1; fi
            if [ "@logs@" = yes ]; then
              for f in "${RAY_TMPDIR:-/tmp/ray}"/session_latest/logs/*.log "${RAY_TMPDIR:-/tmp/ray}"/session_latest/logs/*.out \
                       "${RAY_TMPDIR:-/tmp/ray}"/session_latest/logs/*.err; do
                [ -s "$f" ] || continue
                section "ray-logs/$(basename "$f")"; tail -c @bytes@ "$f"; echo
              done
            fi
            true
            """;

    /** What to leave out. */
    record Wanted(boolean logs, boolean pip, boolean processes) {}

    private final Wanted wanted;

    NodeDump(Wanted wanted) {
        this.wanted = wanted;
    }

    /** Texts by file name. */
    Map<String, List<String>> ask(CommandRunner runner) throws InterruptedException {
        var output = new NodeOutput();
        String machine = MACHINE.replace("@file@", output.marker()).replace("@processes@", yes(wanted.processes()));
        String ray = RAY.replace("@file@", output.marker())
                .replace("@pip@", yes(wanted.pip()))
                .replace("@logs@", yes(wanted.logs()))
                .replace("@bytes@", Integer.toString(MOST_BYTES));
        var problems = new LinkedHashMap<String, List<String>>();
        for (Command command : List.of(Command.of("#!/bin/sh\n" + machine).on(Command.Place.HOST), Command.of(ray))) {
            output.next();
            try {
                runner.run(command.withTimeout(LIMIT), output);
            } catch (ProblemException e) {
                problems.put("UNREACHABLE.txt", describe(e.problem()));
            }
        }
        var files = new LinkedHashMap<>(output.files());
        files.putAll(problems);
        return files;
    }

    static List<String> describe(Problem problem) {
        return List.of(problem.code() + ": " + problem.what(), problem.why(), problem.fix());
    }

    private static String yes(boolean wish) {
        return wish ? "yes" : "no";
    }
}
