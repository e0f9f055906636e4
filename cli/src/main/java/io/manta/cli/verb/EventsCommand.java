package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.view.EventView;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.status.EventFile;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.ProblemException;
import io.manta.ui.ClusterLines;
import io.manta.ui.ReplayFile;
import io.manta.ui.Shown;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;

/** {@code manta events}: everything that happened, each with its reason. */
public final class EventsCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("events", "show everything that happened, with reasons")
                .onlyCluster()
                .flag("-f, --follow", "go on showing what happens, until Ctrl-C or the cluster is down")
                .number("--lines N", "only the last N")
                .option("--html FILE", "write a page that plays what happened; it needs nothing but a browser")
                .output()
                .detail("With -o json each event is one JSON object on a line of its own.")
                .example("manta events local", "the whole story so far")
                .example("manta events local -f -o json", "follow, for programs")
                .example("manta events local --html story.html", "a page to keep, or to send to somebody");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        ClusterRef cluster = ClusterRef.of(call).recorded();
        if (call.text("--html").isPresent()) {
            Path file = Path.of(call.text("--html").get());
            Shown shown = UiCommand.shown(cluster.home()).orElseThrow();
            Files.writeString(file, ReplayFile.html(cluster.name() + " · Manta", ClusterLines.recording(shown)));
            call.console().say("wrote " + file + ": open it in a browser");
            return ExitCode.OK;
        }
        boolean json = call.wantsJson();
        ZoneId zone = ZoneId.systemDefault();
        var tail = new EventTail(
                cluster.home(),
                event -> call.console()
                        .data(
                                json
                                        ? json(event)
                                        : EventView.line(
                                                event, zone, call.console().paint())));
        tail.showLast(call.number("--lines").orElse(Integer.MAX_VALUE), event -> true);
        if (call.flag("--follow")) {
            tail.follow(event -> true);
        }
        return ExitCode.OK;
    }

    private static String json(ClusterEvent event) {
        try {
            return JSON.std.asString(EventFile.toMap(event));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
