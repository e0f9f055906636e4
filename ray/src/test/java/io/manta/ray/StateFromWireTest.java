package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.manta.ray.wire.NodeState;
import io.manta.ray.wire.NodeStatus;
import io.manta.spi.model.Resources;
import io.manta.spi.ray.RayNode.RayStatus;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateFromWireTest {
    private static final String GROUP = "c4fa".repeat(9);

    @Test
    void readsEverythingAboutANode() {
        var node = StateFromWire.node(NodeState.newBuilder()
                .setNodeId(ByteString.copyFrom(new byte[] {1, (byte) 0xff}))
                .setInstanceId("w-1")
                .setRayNodeTypeName("cpu4")
                .setStatus(NodeStatus.DRAINING)
                .putTotalResources("CPU", 4)
                .putTotalResources("GPU", 0.5)
                .putAvailableResources("CPU", 4)
                .putLabels("ray.io/availability-zone", "z1")
                .putDynamicLabels("_PG_" + GROUP, "")
                .setIdleDurationMs(2500)
                .setNodeIpAddress("10.0.0.7")
                .addNodeActivity("Busy workers on node.")
                .build());
        assertThat(node.rayId()).isEqualTo("01ff");
        assertThat(node.instanceId()).isEqualTo("w-1");
        assertThat(node.typeName()).isEqualTo("cpu4");
        assertThat(node.status()).isEqualTo(RayStatus.DRAINING);
        assertThat(node.total()).isEqualTo(Resources.of("CPU", 4, "GPU", 0.5));
        assertThat(node.available()).isEqualTo(Resources.of("CPU", 4));
        assertThat(node.labels()).isEqualTo(Map.of("ray.io/availability-zone", "z1", "_PG_" + GROUP, ""));
        assertThat(node.idle()).isEqualTo(Duration.ofMillis(2500));
        assertThat(node.address()).isEqualTo("10.0.0.7");
        assertThat(node.activity()).containsExactly("Busy workers on node.");
    }

    @ParameterizedTest
    @CsvSource({"RUNNING,RUNNING", "IDLE,IDLE", "DRAINING,DRAINING", "DEAD,DEAD", "UNSPECIFIED,RUNNING"})
    void readsTheStatus(NodeStatus wire, RayStatus expected) {
        assertThat(StateFromWire.node(NodeState.newBuilder().setStatus(wire).build())
                        .status())
                .isEqualTo(expected);
    }

    @Test
    void dropsTheStaleActivityOfAnIdleNode() {
        var node = NodeState.newBuilder().setStatus(NodeStatus.IDLE).addNodeActivity("Resource: CPU currently in use.");
        assertThat(StateFromWire.node(node.build()).activity()).isEmpty();
    }

    @Test
    void takesAStatusOfANewerRayForABusyNode() {
        assertThat(StateFromWire.node(NodeState.newBuilder().setStatusValue(99).build())
                        .status())
                .isEqualTo(RayStatus.RUNNING);
    }

    @Test
    void leavesOutWhatRayOnlyMakesUpForScheduling() {
        var node = StateFromWire.node(NodeState.newBuilder()
                .putTotalResources("CPU", 4)
                .putTotalResources("memory", 1e9)
                .putTotalResources("object_store_memory", 1e8)
                .putTotalResources("accelerator_type:T4", 1)
                .putTotalResources("my_group_1", 2)
                .putTotalResources("node:10.0.0.7", 1)
                .putTotalResources("node:__internal_head__", 1)
                .putTotalResources("CPU_group_" + GROUP, 2)
                .putTotalResources("CPU_group_0_" + GROUP, 2)
                .putTotalResources("bundle_group_" + GROUP, 1000)
                .putTotalResources("bundle_group_12_" + GROUP, 1000)
                .build());
        assertThat(node.total().units())
                .containsOnlyKeys("CPU", "memory", "object_store_memory", "accelerator_type:T4", "my_group_1");
    }

    @Test
    void aNodeHasOneOfEachImplicitResourceOfWhichItTellsWhatIsLeft() {
        String used = "node:__internal_implicit_resource_app:used";
        String full = "node:__internal_implicit_resource_app:full";
        var node = StateFromWire.node(NodeState.newBuilder()
                .putTotalResources("CPU", 4)
                .putAvailableResources("CPU", 4)
                .putAvailableResources(used, 0.5)
                .putAvailableResources(full, 0)
                .build());
        assertThat(node.total().amount(used)).isEqualTo(1);
        assertThat(node.available().amount(used)).isEqualTo(0.5);
        assertThat(node.total().amount(full)).isEqualTo(1);
        assertThat(node.available().amount(full)).isZero();
    }
}
