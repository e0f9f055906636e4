package io.manta.cli.verb;

import io.manta.cli.terminal.Console;
import io.manta.controller.status.StatusReport;
import io.manta.spi.model.ClusterConfig;
import java.util.Optional;

/** What to type next; users know this block from Ray. */
final class UsefulCommands {
    private UsefulCommands() {}

    static void print(ClusterConfig config, Optional<StatusReport> status, Console console) {
        String name = config.name();
        console.say("");
        console.say("Useful commands");
        line(console, "See nodes, resources and what waits", "manta status " + name);
        line(console, "The same as a live page in the browser", "manta ui " + name);
        line(console, "Follow what the autoscaler decides, and why", "manta monitor " + name);
        line(console, "Run a script on the cluster", "manta submit " + name + " script.py");
        line(console, "Open a shell on the head", "manta attach " + name);
        status.map(StatusReport::dashboardUrl)
                .filter(url -> !url.isEmpty())
                .ifPresent(url -> line(console, "Ray's dashboard: " + url, "manta dashboard " + name));
        line(console, "Take everything down", "manta down " + name);
    }

    private static void line(Console console, String what, String command) {
        console.say("  " + what);
        console.say("    " + console.messagePaint().bold(command));
    }
}
