package io.manta.ray;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the one {@link RealRay} of this run to the tests that ask for it; JUnit closes it at the end. Without
 * {@code -Dmanta.ray.python=<python with ray>} those tests are skipped and say so.
 */
final class SharedRay implements ExecutionCondition, ParameterResolver {
    private static String python() {
        return System.getProperty("manta.ray.python", "");
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return python().isEmpty()
                ? ConditionEvaluationResult.disabled(
                        "needs -Dmanta.ray.python=<path of a python that has ray installed>")
                : ConditionEvaluationResult.enabled("Ray of " + python());
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealRay.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        var store = context.getRoot().getStore(ExtensionContext.Namespace.create(SharedRay.class));
        return store.computeIfAbsent(python(), path -> start(Path.of(path)));
    }

    private static RealRay start(Path python) {
        try {
            return new RealRay(python);
        } catch (Exception e) {
            throw new AssertionError("cannot start Ray with " + python, e);
        }
    }
}
