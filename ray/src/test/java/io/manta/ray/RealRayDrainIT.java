package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.ray.RayCluster.DrainReason;
import io.manta.spi.ray.RayNode;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How real Ray takes being asked to drain a node. */
@Tag("ray")
@ExtendWith(SharedRay.class)
class RealRayDrainIT {
    /** Resources are taken before the task's process is there; a node that is drained between the two does not wait for it. */
    private static boolean runsATask(RayNode node) {
        return node.activity().stream().anyMatch(text -> text.startsWith("Busy workers"));
    }

    @Test
    void refusesToDrainABusyNodeAsIdleAndDrainsItOnceItIs(RealRay ray) throws Exception {
        var node = ray.startWorker("d1", "zone", "z1");
        try (var driver = ray.startDriver()) {
            driver.run("on d1 1");
            ray.waitForNode("d1", RealRayDrainIT::runsATask);
            var refused = ray.gcs().drain(node.rayId(), DrainReason.IDLE, "idle", Optional.empty());
            assertThat(refused.accepted()).isFalse();
            assertThat(refused.message()).contains("idle");
            driver.run("clear");
        }
        ray.waitForNode("d1", n -> n.status() == RayStatus.IDLE);
        var accepted = ray.gcs().drain(node.rayId(), DrainReason.IDLE, "idle for long", Optional.empty());
        assertThat(accepted.accepted()).isTrue();
        ray.waitForNode("d1", n -> n.status() == RayStatus.DEAD);
    }

    @Test
    void letsABusyNodeFinishWhenItIsToBePreempted(RealRay ray) throws Exception {
        var node = ray.startWorker("d2", "zone", "z1");
        try (var driver = ray.startDriver()) {
            driver.run("on d2 1");
            ray.waitForNode("d2", RealRayDrainIT::runsATask);
            var deadline = Optional.of(Instant.now().plusSeconds(600));
            var reply = ray.gcs().drain(node.rayId(), DrainReason.PREEMPTION, "spot notice", deadline);
            assertThat(reply.accepted()).isTrue();
            ray.waitForNode("d2", n -> n.status() == RayStatus.DRAINING);
            driver.run("clear");
            ray.waitForNode("d2", n -> n.status() == RayStatus.DEAD);
        }
    }

    /** The deadline is the one number here that Ray refuses when it is negative. */
    @Test
    void survivesADeadlineBeforeTheEpochAndAnUnknownNode(RealRay ray) throws Exception {
        var reply = ray.gcs().drain("ff".repeat(28), DrainReason.PREEMPTION, "", Optional.of(Instant.MIN));
        assertThat(reply.accepted()).isTrue();
        assertThat(ray.gcs().state().nodes()).isNotEmpty();
    }
}
