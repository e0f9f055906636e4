package io.manta.ray;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the one {@link RealRay} of this run to the tests that ask for it; JUnit closes it at the end. Without
 * {@code -Dmanta.ray.python=<python with ray>} those tests are skipped and say so.
 */
final class SharedRay implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealRay.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        String python = System.getProperty("manta.ray.python", "");
        assumeTrue(!python.isEmpty(), "needs -Dmanta.ray.python=<path of a python that has ray installed>");
        var store = context.getRoot().getStore(ExtensionContext.Namespace.create(SharedRay.class));
        return store.computeIfAbsent(python, path -> start(Path.of(path)));
    }

    private static RealRay start(Path python) {
        try {
            return new RealRay(python);
        } catch (Exception e) {
            throw new AssertionError("cannot start Ray with " + python, e);
        }
    }
}
