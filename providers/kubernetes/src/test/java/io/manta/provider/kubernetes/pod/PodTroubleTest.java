package io.manta.provider.kubernetes.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Machine.MachineState;
import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Tags;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** What the status of a pod, as Kubernetes writes it, means. */
final class PodTroubleTest {
    private static Map<String, Object> pod(String status) {
        return Manifest.copy(new Yaml().<Object>load("""
                metadata: {name: p, labels: {ray-cluster-name: c}, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec: {containers: [{name: ray-node, resources: {limits: {memory: 64Mi}}}]}
                status: {%s}
                """.formatted(status)));
    }

    private static String waiting(String reason) {
        return "phase: Pending, containerStatuses: [{name: ray-node, image: i:1, restartCount: 0, state: {waiting: {reason: "
                + reason + ", message: because}}}]";
    }

    private static String ended(String how) {
        return "containerStatuses: [{name: ray-node, restartCount: 0, state: {terminated: {" + how + "}}}]";
    }

    @ParameterizedTest
    @CsvSource({
        "ErrImagePull, KUBE-IMAGE, i:1",
        "ImagePullBackOff, KUBE-IMAGE, i:1",
        "InvalidImageName, KUBE-IMAGE, i:1",
        "CrashLoopBackOff, KUBE-CRASH-LOOP, again and again",
        "CreateContainerConfigError, KUBE-CONTAINER, CreateContainerConfigError",
        "RunContainerError, KUBE-CONTAINER, RunContainerError"
    })
    void aContainerThatCannotStartIsAnError(String reason, String code, String words) {
        Machine machine = PodMachines.of(pod(waiting(reason)));
        Problem trouble = machine.trouble().orElseThrow();
        assertThat(trouble.code()).isEqualTo(code);
        assertThat(trouble.what()).contains("pod p", words);
        assertThat(trouble.isError()).isTrue();
        assertThat(trouble.fix()).isNotBlank();
        assertThat(machine.state()).isEqualTo(MachineState.PENDING);
    }

    @Test
    void aContainerOnItsWayIsNoTrouble() {
        assertThat(PodTrouble.of(pod(waiting("ContainerCreating")))).isEmpty();
        assertThat(PodTrouble.of(pod("phase: Pending"))).isEmpty();
    }

    @Test
    void aPodWithoutAPlaceIsToldInTheSchedulersWordsAndMayStillFindOne() {
        Problem trouble = PodTrouble.of(
                        pod("phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason:"
                                + " Unschedulable, message: 0/3 nodes are available}]"))
                .orElseThrow();
        assertThat(trouble.code()).isEqualTo("KUBE-UNSCHEDULABLE");
        assertThat(trouble.what()).contains("0/3 nodes are available");
        assertThat(trouble.isError()).isFalse();
    }

    @Test
    void memoryThatRanOutIsNamedWithItsLimit() {
        Map<String, Object> pod = pod("phase: Failed, " + ended("reason: OOMKilled, exitCode: 137"));
        Problem trouble = PodTrouble.of(pod).orElseThrow();
        assertThat(trouble.code()).isEqualTo("KUBE-OOM");
        assertThat(trouble.what()).contains("64Mi", "OOMKilled");
    }

    @Test
    void whatEndedBeforeItWasOfUseIsKeptAndWhatWasOfUseIsOver() {
        Map<String, Object> pod = pod("phase: Failed, " + ended("reason: Error, exitCode: 3"));
        assertThat(PodMachines.of(pod).state()).isEqualTo(MachineState.PENDING);
        assertThat(PodMachines.of(pod).trouble().orElseThrow().what()).contains("exit code 3");

        Manifest.table(Manifest.table(pod, "metadata"), "labels").put(Tags.STATUS, NodeStatus.UP_TO_DATE.tag());
        assertThat(PodMachines.of(pod).state()).isEqualTo(MachineState.TERMINATED);
    }

    @ParameterizedTest
    @CsvSource({
        "Evicted, KUBE-EVICTED",
        "NodeLost, KUBE-NODE-LOST",
        "NodeShutdown, KUBE-NODE-LOST",
        "Preempting, KUBE-PREEMPTED",
        "OutOfcpu, KUBE-NODE-REFUSED"
    })
    void whatHappenedToTheNodeMayNotHappenAgain(String reason, String code) {
        Machine machine = PodMachines.of(pod("phase: Failed, reason: " + reason + ", message: m"));
        assertThat(machine.trouble().orElseThrow().code()).isEqualTo(code);
        assertThat(machine.trouble().orElseThrow().isError()).isFalse();
        assertThat(machine.state()).isEqualTo(MachineState.TERMINATED);
    }

    @Test
    void aContainerThatWasStartedAgainIsAsNewAndSaysWhy() {
        Map<String, Object> pod =
                pod("phase: Running, podIP: 10.0.0.1, containerStatuses: [{name: ray-node, restartCount: 1,"
                        + " state: {running: {}}, lastState: {terminated: {reason: OOMKilled, exitCode: 137}}}]");
        Map<String, Object> metadata = Manifest.table(pod, "metadata");
        Manifest.table(metadata, "labels").put(Tags.STATUS, NodeStatus.UP_TO_DATE.tag());
        Manifest.table(metadata, "annotations").put(PodMachines.RESTARTS, "0");

        Machine machine = PodMachines.of(pod);
        assertThat(machine.state()).isEqualTo(MachineState.RUNNING);
        assertThat(machine.status()).isEqualTo(NodeStatus.UNINITIALIZED);
        assertThat(machine.trouble().orElseThrow().code()).isEqualTo("KUBE-OOM");

        Manifest.table(metadata, "annotations").put(PodMachines.RESTARTS, "1");
        assertThat(PodMachines.of(pod).status()).isEqualTo(NodeStatus.UP_TO_DATE);
    }

    @Test
    void aPodThatIsAboutToBeTakenAwayIsAnnounced() {
        Machine machine =
                PodMachines.of(pod("phase: Running, conditions: [{type: DisruptionTarget, status: \"True\", reason:"
                        + " PreemptionByScheduler, lastTransitionTime: \"2026-01-01T00:00:00Z\"}], containerStatuses: [{name: ray-node,"
                        + " restartCount: 0, state: {running: {}}}]"));
        assertThat(machine.interruption()).isPresent();
    }
}
