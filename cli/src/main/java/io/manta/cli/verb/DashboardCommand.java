package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Browser;
import io.manta.cli.wire.HeadAccess;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.PortForward;
import java.net.URI;
import java.util.List;

/** {@code manta dashboard}: Ray's dashboard, reachable here for as long as the verb runs. */
public final class DashboardCommand implements Verb {
    private static final int RAYS_PORT = 8265;

    @Override
    public Syntax syntax() {
        return Syntax.of("dashboard", "make Ray's dashboard reachable here, and open it")
                .onlyCluster()
                .option("-p, --port PORT", "port on this machine (as on the head)")
                .option("--remote-port PORT", "port on the head (the one its dashboard uses)")
                .flag("--no-browser", "only print the address")
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
                Browser.open(url, call.environment(), call.console());
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
}
