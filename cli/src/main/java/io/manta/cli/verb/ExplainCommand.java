package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Suggestion;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.terminal.Console;
import io.manta.cli.view.EventView;
import io.manta.cli.wire.ClusterRef;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.status.EventFile;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.event.ClusterEvent;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** {@code manta explain}: why a node was added, is kept or was removed; why a demand is not served. */
public final class ExplainCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("explain", "tell why a node came, stays or went, and why demand waits")
                .cluster()
                .optionalParameter("SUBJECT", "a node's id, or a word of a demand such as GPU; without it everything")
                .example("manta explain local", "every node and every demand that waits, with reasons")
                .example("manta explain local ray-local-worker-x1", "one node's story")
                .example("manta explain local GPU", "why what needs a GPU is not served");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException {
        ClusterHome home = ClusterRef.of(call).recorded().home();
        List<ClusterEvent> events = new EventFile(home.events()).all();
        Optional<StatusReport> status = StatusFile.read(home.status());
        Optional<String> subject = call.parameter("SUBJECT");
        if (subject.isEmpty()) {
            status.ifPresent(report -> everything(report, events, call.console()));
            return ExitCode.OK;
        }
        boolean isNode = events.stream().anyMatch(e -> isAbout(e, subject.get()));
        if (isNode) {
            node(subject.get(), status, events, call.console());
            return ExitCode.OK;
        }
        List<StatusReport.UnmetLine> unmet = status.map(StatusReport::unmet).orElse(List.of()).stream()
                .filter(line -> line.what().contains(subject.get()))
                .toList();
        if (unmet.isEmpty()) {
            throw new ProblemException(unknown(subject.get(), home, events));
        }
        unmet.forEach(line -> demand(line, call.console()));
        return ExitCode.OK;
    }

    private static void everything(StatusReport report, List<ClusterEvent> events, Console console) {
        for (StatusReport.NodeLine node : report.nodes()) {
            console.data(console.paint().bold(node.id()) + "  " + node.type() + ", " + node.state());
            reason(node.id(), ClusterEvent.Type.NODE_REQUESTED, events)
                    .ifPresent(why -> console.data("  added because: " + why));
            if (!node.detail().isEmpty()) {
                console.data("  now: " + node.detail());
            }
        }
        report.unmet().forEach(line -> demand(line, console));
        report.paused()
                .forEach(p -> console.data(
                        console.paint().bold(p.nodeType()) + "  is paused until " + p.until() + ": " + p.reason()));
    }

    private static void node(String id, Optional<StatusReport> status, List<ClusterEvent> events, Console console) {
        for (ClusterEvent event : events) {
            if (isAbout(event, id) && EventView.isDecision(event)) {
                console.data(EventView.line(event, ZoneId.systemDefault(), console.paint()));
            }
        }
        status.flatMap(report ->
                        report.nodes().stream().filter(n -> n.id().equals(id)).findFirst())
                .ifPresent(n -> console.data("now " + n.state() + (n.detail().isEmpty() ? "" : ": " + n.detail())));
    }

    private static void demand(StatusReport.UnmetLine line, Console console) {
        console.data(console.paint().bold(line.what()) + "  waits: " + line.reason());
    }

    private static Optional<String> reason(String node, ClusterEvent.Type type, List<ClusterEvent> events) {
        return events.stream()
                .filter(e -> e.type() == type && isAbout(e, node))
                .map(ClusterEvent::message)
                .findFirst();
    }

    private static boolean isAbout(ClusterEvent event, String node) {
        return event.node().filter(id -> id.value().equals(node)).isPresent();
    }

    private static Problem unknown(String subject, ClusterHome home, List<ClusterEvent> events) {
        List<String> nodes = events.stream()
                .flatMap(e -> e.node().stream())
                .map(Object::toString)
                .distinct()
                .toList();
        return Problem.error(
                "EXPLAIN-UNKNOWN",
                "'" + subject + "' is neither a node nor part of a demand that waits",
                "nothing in the events of cluster " + home.name() + " is about it",
                Suggestion.among(subject, nodes)
                        .map(near -> "did you mean '" + near + "'?")
                        .orElse("see `manta status " + home.name() + "`"));
    }
}
