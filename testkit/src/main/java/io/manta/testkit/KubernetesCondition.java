package io.manta.testkit;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Asks the cluster's script once in a run. */
final class KubernetesCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(KubernetesCondition.class))
                .computeIfAbsent("answer", key -> ask(), ConditionEvaluationResult.class);
    }

    private static ConditionEvaluationResult ask() {
        long now = Instant.now().getEpochSecond();
        if (now > Long.getLong("manta.kubernetes.latest", Long.MAX_VALUE)) {
            return ConditionEvaluationResult.disabled(
                    "this run has taken too long for Kubernetes as well; on this machine use ./verify --full");
        }
        long seconds = Math.max(0, Long.getLong("manta.kubernetes.until", 0) - now);
        SshHosts.Ended ended = KubernetesCluster.SCRIPT.run(List.of("ready", "--wait", Long.toString(seconds)));
        return ended.exitCode() == 0
                ? ConditionEvaluationResult.enabled("Kubernetes is there")
                : ConditionEvaluationResult.disabled(
                        "no Kubernetes here: " + ended.output().strip());
    }
}
