package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Browser;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.ClusterRecord;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.ProblemException;
import io.manta.spi.secret.SafeText;
import io.manta.ui.Shown;
import io.manta.ui.UiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** {@code manta ui}: the page, for as long as the verb runs. */
public final class UiCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("ui", "show clusters as a live page in the browser")
                .rest("CLUSTER", "clusters to show; without a name, all that were made here")
                .option("-p, --port PORT", "port on this machine (a free one)")
                .flag("--no-browser", "only print the address")
                .detail("""
                        The page is served to this machine only and changes nothing. The printed link works once. Goes on until \
                        Ctrl-C.""")
                .example("manta ui", "all clusters, each with its state and cost per hour")
                .example("manta ui local", "nodes, demand, cost and reasons of one cluster, live");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        MantaHome manta = call.home();
        List<String> names = call.rest("CLUSTER");
        var chosen = new ArrayList<ClusterHome>();
        for (String name : names) {
            chosen.add(ClusterRef.named(name, manta).recorded().home());
        }
        if (names.isEmpty()) {
            // Those whose head is elsewhere are asked in the background; the page does not wait for them.
            manta.recorded().forEach(home -> Thread.ofVirtual().start(() -> follow(home.name(), manta)));
        }
        Supplier<List<Shown>> shown = () -> (chosen.isEmpty() ? manta.recorded() : chosen)
                .stream().flatMap(home -> shown(home).stream()).toList();
        int port = call.text("--port").map(text -> Ports.parse(call, text)).orElse(0);
        try (var server = new UiServer(port, shown, () -> new SafeText()::line)) {
            String link = server.link(names.size() == 1 ? chosen.getFirst().name() : "");
            call.console().data(link);
            call.console().say("Ctrl-C ends it.");
            if (!call.flag("--no-browser")) {
                Browser.open(link, call.environment(), call.console());
            }
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private static void follow(String name, MantaHome manta) {
        try {
            ClusterRef.named(name, manta).recorded();
        } catch (ProblemException e) {
            // It was taken down meanwhile.
            return;
        }
    }

    static Optional<Shown> shown(ClusterHome home) {
        return ClusterRecord.read(home).map(record -> {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("provider", record.provider());
            facts.put("created_at", record.createdAt().toString());
            try {
                return new Shown(home.name(), home.dir(), JSON.std.asString(facts));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
