package io.manta.provider.aws.client;

import io.manta.provider.common.Pace;
import io.manta.provider.common.Pace.Rate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Keeps calls below the rates that AWS documents, so that many nodes are slow rather than refused. */
public final class CallBudget implements ExecutionInterceptor {
    // Nine tenths of what is documented: others use the same account.
    private static final Map<String, Rate> RATES = Map.of(
            "RunInstances", new Rate(4, 1.8),
            "StartInstances", new Rate(4, 1.8),
            "StopInstances", new Rate(90, 4.5),
            "TerminateInstances", new Rate(90, 4.5),
            "CreateTags", new Rate(90, 9),
            "DescribeInstances", new Rate(90, 18),
            "PutMetricAlarm", new Rate(3, 2.7),
            "DeleteAlarms", new Rate(3, 2.7),
            "DescribeAlarms", new Rate(9, 8));
    private static final Rate OTHERS = new Rate(40, 9);

    private final Map<String, Pace> paces = new ConcurrentHashMap<>();
    private final double pace;

    public CallBudget(double pace) {
        this.pace = pace;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        String name = String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
        long wait = paces.computeIfAbsent(
                        name, n -> new Pace(RATES.getOrDefault(n, OTHERS).times(pace)))
                .take(System.nanoTime());
        long until = System.nanoTime() + wait;
        for (long left = wait; left > 0; left = until - System.nanoTime()) {
            if (Thread.currentThread().isInterrupted()) {
                throw AbortedException.create("interrupted");
            }
            LockSupport.parkNanos(left);
        }
    }
}
