package io.manta.controller.flow;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.loop.Ports;
import io.manta.controller.status.StatusFile;
import io.manta.controller.status.StatusReport;
import io.manta.core.setup.RestartMode;
import io.manta.core.setup.SetupPlan;
import io.manta.core.setup.SetupPlans;
import io.manta.core.setup.SetupRequest;
import io.manta.core.setup.SetupStep;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.NodeRole;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.ray.RayException;
import java.time.Duration;
import java.util.Optional;

/** Looks at the head, changes nothing: whether its Ray runs, and what {@code up} has to do to it. */
public final class HeadLook {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final ClusterHome home;
    private final ClusterConfig config;
    private final Ports ports;

    public HeadLook(ClusterHome home, ClusterConfig config, Ports ports) {
        this.home = home;
        this.config = config;
        this.ports = ports;
    }

    Optional<Machine> head() throws ProviderException, InterruptedException {
        return Machine.head(ports.provider().list(Look.HEAD));
    }

    public HeadChange change(RestartMode restart) throws ProviderException, InterruptedException {
        Optional<Machine> there = head();
        if (there.isEmpty()) {
            return new HeadChange(HeadChange.Kind.CREATE, "the cluster has none", false);
        }
        Machine head = there.get();
        boolean rayRuns = rayRuns(head);
        if (isBroken(head)) {
            return new HeadChange(HeadChange.Kind.REPLACE, "its machine cannot become ready", rayRuns);
        }
        if (isOutdated(head)) {
            return new HeadChange(HeadChange.Kind.REPLACE, "it was launched with other settings", rayRuns);
        }
        SetupPlan plan = SetupPlans.forNode(setupRequest(head, rayRuns, restart));
        if (startsRay(plan)) {
            return new HeadChange(HeadChange.Kind.RESTART, why(restart, rayRuns), rayRuns);
        }
        if (!plan.upToDate() || head.status() != NodeStatus.UP_TO_DATE) {
            String why = plan.upToDate() ? "its last set-up did not finish" : "files or commands have changed";
            return new HeadChange(HeadChange.Kind.SET_UP, why, rayRuns);
        }
        return new HeadChange(HeadChange.Kind.NOTHING, "nothing has changed", rayRuns);
    }

    private static String why(RestartMode restart, boolean rayRuns) {
        return !rayRuns
                ? "none answers there"
                : restart == RestartMode.ONLY_RESTART
                        ? "asked for by --restart-only"
                        : "its set-up or start commands, or mounted files, have changed";
    }

    private static boolean startsRay(SetupPlan plan) {
        return plan.steps().stream()
                .anyMatch(step -> step.number() == SetupPlan.STEPS && step instanceof SetupStep.RunCommands);
    }

    /**
     * A fresh report of the daemon says so; without one Ray itself is asked, because a report may be old for many reasons, and
     * restarting a Ray that runs ends everybody's jobs.
     */
    private boolean rayRuns(Machine head) throws InterruptedException {
        if (head.status() == NodeStatus.UNINITIALIZED) {
            // Whatever was reported a moment ago is of its last life, as when a cluster is started right after it was
            // stopped.
            return false;
        }
        return daemonSaysHealthy() || rayAnswers(head);
    }

    private boolean rayAnswers(Machine head) throws InterruptedException {
        try {
            ports.ray().connect(head).state();
            return true;
        } catch (RayException e) {
            return false;
        }
    }

    boolean daemonSaysHealthy() {
        return StatusFile.read(home.status()).filter(this::isHealthy).isPresent();
    }

    private boolean isHealthy(StatusReport report) {
        return report.rayReachable()
                && report.at().isAfter(ports.clock().instant().minus(FRESH));
    }

    private SetupRequest setupRequest(Machine head, boolean rayRuns, RestartMode restart) {
        return new SetupRequest(
                config,
                head.nodeId(),
                NodeRole.HEAD,
                config.headType(),
                head.tags(),
                Optional.empty(),
                rayRuns,
                restart);
    }

    private boolean isOutdated(Machine head) {
        String hash = head.tags().getOrDefault(Tags.LAUNCH_HASH, "");
        String wanted = config.head().launchHash();
        return !head.type().equals(config.headType()) || (!hash.isEmpty() && !wanted.isEmpty() && !hash.equals(wanted));
    }

    /** Its provider has given up on it. */
    static boolean isBroken(Machine head) {
        return head.state() == Machine.MachineState.PENDING
                && head.trouble().filter(Problem::isError).isPresent();
    }
}
