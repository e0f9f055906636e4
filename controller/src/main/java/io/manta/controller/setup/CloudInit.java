package io.manta.controller.setup;

import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Waits for cloud-init, which on a machine that has just booted may still make users, mount disks and install packages while SSH
 * answers already. Not for ever: after five minutes set-up goes on, and says so.
 */
final class CloudInit {
    private static final int PATIENCE = 300;
    private static final String WAIT = script("/run/cloud-init", "/proc/uptime", PATIENCE);

    private CloudInit() {}

    /**
     * Its own files say whether it runs: they are made anew at each boot, result.json when all is done. A machine that has been up for
     * a quarter of an hour is not asked.
     */
    static String script(String directory, String uptime, int patience) {
        return """
                #!/bin/sh
                cd %s 2>/dev/null || exit 0
                [ -e enabled ] || [ -e status.json ] || exit 0
                up=$(cut -d. -f1 %s 2>/dev/null) && [ "${up:-900}" -lt 900 ] || exit 0
                n=0
                until [ -e result.json ]; do
                  if systemctl -q is-failed cloud-init.service cloud-final.service 2>/dev/null; then echo "cloud-init failed"; exit 0; fi
                  [ $n -gt 0 ] || echo "cloud-init is still at work"
                  if [ $n -ge %d ]; then echo "cloud-init is not done after %d seconds; going on without it"; exit 0; fi
                  n=$((n + 1))
                  sleep 1
                done
                """.formatted(directory, uptime, patience, patience);
    }

    /** @param told what happens, when there is something to wait for */
    static void await(CommandRunner host, OutputSink log, Consumer<String> told)
            throws RemoteException, InterruptedException {
        OutputSink both = line -> {
            log.line(line);
            if (line.startsWith("cloud-init")) {
                told.accept(line);
            }
        };
        host.run(Command.of(WAIT).on(Command.Place.HOST).withTimeout(Duration.ofSeconds(PATIENCE + 60)), both);
    }
}
