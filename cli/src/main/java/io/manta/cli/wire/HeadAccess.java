package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.remote.CommandRunner;
import java.util.List;

/** A cluster that is up, and a runner for its head. Close it when done. */
public final class HeadAccess implements AutoCloseable {
    private final Cluster cluster;
    private final Machine head;
    private final CommandRunner runner;

    private HeadAccess(Cluster cluster, Machine head, CommandRunner runner) {
        this.cluster = cluster;
        this.head = head;
        this.runner = runner;
    }

    /** Accepts a head whose set-up has not ended well, and says so: a shell there is how one finds out why. */
    public static HeadAccess lenient(Call call) throws ProblemException, InterruptedException {
        HeadAccess access = open(call);
        if (access.head.status() != NodeStatus.UP_TO_DATE) {
            Problem error = access.notReady();
            call.console()
                    .problem(Problem.warning(error.code(), error.what(), "it may not do what you expect", error.fix()));
        }
        return access;
    }

    /** Demands a head that is set up. */
    public static HeadAccess ready(Call call) throws ProblemException, InterruptedException {
        HeadAccess access = open(call);
        if (access.head.status() != NodeStatus.UP_TO_DATE) {
            access.close();
            throw new ProblemException(access.notReady());
        }
        return access;
    }

    /** Whether there is a head that is set up; looks, changes nothing. */
    public static boolean isUp(Call call) throws InterruptedException {
        try (HeadAccess access = open(call)) {
            return access.head.status() == NodeStatus.UP_TO_DATE;
        } catch (ProblemException e) {
            return false;
        }
    }

    private static HeadAccess open(Call call) throws ProblemException, InterruptedException {
        Cluster cluster = Cluster.open(call.home(), ChosenConfig.forReaching(call));
        try {
            Machine head = cluster.head();
            return new HeadAccess(cluster, head, cluster.runner(head));
        } catch (ProblemException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    public Cluster cluster() {
        return cluster;
    }

    public Machine head() {
        return head;
    }

    public CommandRunner runner() {
        return runner;
    }

    /** By id or by address; several nodes may share an address where they share a machine. */
    public Machine node(String given) throws ProblemException, InterruptedException {
        List<Machine> live = cluster.provider().list(Look.USUAL).stream()
                .filter(Machine::isLive)
                .toList();
        List<Machine> found = live.stream()
                .filter(machine -> machine.nodeId().value().equals(given)
                        || machine.internalAddress().filter(given::equals).isPresent()
                        || machine.externalAddress().filter(given::equals).isPresent())
                .toList();
        if (found.size() == 1) {
            return found.getFirst();
        }
        String ids = String.join(
                ", ",
                (found.isEmpty() ? live : found)
                        .stream().map(machine -> machine.nodeId().value()).toList());
        throw new ProblemException(Problem.error(
                "CLI-NO-NODE",
                found.isEmpty()
                        ? "no node has the address or id '" + given + "'"
                        : "several nodes share '" + given + "'",
                "",
                "name one of: " + ids));
    }

    private Problem notReady() {
        String name = cluster.config().name();
        return Problem.error(
                "CLI-HEAD-NOT-READY",
                "the head of cluster '" + name + "' is not set up ("
                        + head.status().tag() + ")",
                "its set-up is under way, was cut off or has failed; see `manta status " + name + "`",
                "run `manta up " + name + "`: it goes on where it stopped");
    }

    @Override
    public void close() {
        runner.close();
        cluster.close();
    }
}
