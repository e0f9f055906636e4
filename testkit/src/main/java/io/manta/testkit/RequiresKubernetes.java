package io.manta.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs only where a real Kubernetes can be started, and after all other tests of its module. While its programs are being
 * built, waits for them as many seconds as the system property {@code manta.kubernetes.wait} says.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("hosts")
@Order(Integer.MAX_VALUE)
@ExtendWith(KubernetesCondition.class)
public @interface RequiresKubernetes {}
