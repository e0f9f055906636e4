package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.wire.HeadAccess;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.PortForward;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** {@code manta dashboard}: Ray's dashboard, reachable here for as long as the verb runs. */
public final class DashboardCommand implements Verb {
    private static final int RAYS_PORT = 8265;

    @Override
    public Syntax syntax() {
        return Syntax.of("dashboard", "make Ray's dashboard reachable here, and open it")
                .cluster()
                .option("-p, --port PORT", "port on this machine (as on the head)")
                .option("--remote-port PORT", "port on the head (the one its dashboard uses)")
                .flag("--no-browser", "only print the address")
                .noConfigCache()
                .detail("Goes on until Ctrl-C.")
                .example("manta dashboard local", "open the dashboard of the cluster named local")
                .example("manta dashboard local -p 9000", "at http://127.0.0.1:9000");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        try (HeadAccess access = HeadAccess.ready(call)) {
            int remote = call.text("--remote-port")
                    .map(text -> Ports.parse(call, text))
                    .orElseGet(() -> StatusFile.read(access.cluster().home().status())
                            .map(DashboardCommand::port)
                            .orElse(RAYS_PORT));
            int local = call.text("--port").map(text -> Ports.parse(call, text)).orElse(remote);
            String url = "http://127.0.0.1:" + local;
            call.console().data(url);
            if (!call.flag("--no-browser")) {
                open(url, call.environment(), call.console());
            }
            call.console().say("Ctrl-C ends the connection.");
            return access.runner()
                    .interactive(Command.of("exec sleep infinity"), List.of(new PortForward(local, remote)))
                    .exitCode();
        }
    }

    private static int port(StatusReport report) {
        int port = report.dashboardUrl().isEmpty()
                ? -1
                : URI.create(report.dashboardUrl()).getPort();
        return port < 0 ? RAYS_PORT : port;
    }

    private static void open(String url, Map<String, String> environment, Console console) {
        boolean mac = System.getProperty("os.name", "").startsWith("Mac");
        if (!mac && !environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            return;
        }
        try {
            new ProcessBuilder(mac ? "open" : "xdg-open", url)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            console.detail("no browser could be opened: " + e.getMessage());
        }
    }
}
