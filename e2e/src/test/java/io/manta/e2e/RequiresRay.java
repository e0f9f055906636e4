package io.manta.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs only where {@code ./verify} has made a Python environment with Ray. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("ray")
@EnabledIfSystemProperty(
        named = "manta.ray.python",
        matches = ".+",
        disabledReason = "real Ray is only used by ./verify without --quick")
@interface RequiresRay {}
