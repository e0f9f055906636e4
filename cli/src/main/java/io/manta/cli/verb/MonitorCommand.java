package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.view.EventView;
import io.manta.cli.wire.ClusterRef;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.function.Predicate;

/** {@code manta monitor}: what the autoscaler decides, and why, as it happens. */
public final class MonitorCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("monitor", "follow what the autoscaler decides, and why")
                .onlyCluster()
                .number("--lines N", 100, "begin with the last N decisions")
                .detail("Goes on until Ctrl-C or the cluster is down. With -v it also shows each node's set-up steps.")
                .example("manta monitor local", "follow the cluster made by 'manta up'")
                .example("manta monitor local --lines 0", "only what happens from now on");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterRef cluster = ClusterRef.of(call).recorded();
        ZoneId zone = ZoneId.systemDefault();
        Predicate<ClusterEvent> wanted = call.console().look().verbosity() > 0 ? event -> true : EventView::isDecision;
        var tail = new EventTail(
                cluster.home(),
                event -> call.console()
                        .data(EventView.line(event, zone, call.console().paint())));
        tail.showLast(call.number("--lines").orElse(100), wanted);
        tail.follow(wanted);
        call.console().say("cluster '" + cluster.name() + "' is down");
        return ExitCode.OK;
    }
}
