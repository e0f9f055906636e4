package io.manta.testkit;

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
        String seconds = Integer.toString(Integer.getInteger("manta.kubernetes.wait", 0));
        SshHosts.Ended ended = KubernetesCluster.SCRIPT.run(List.of("ready", "--wait", seconds));
        return ended.exitCode() == 0
                ? ConditionEvaluationResult.enabled("Kubernetes is there")
                : ConditionEvaluationResult.disabled(
                        "no Kubernetes here: " + ended.output().strip());
    }
}
