package io.manta.provider.aws.settings;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files that {@code provider.cloudwatch} names, as Ray knows them.
 *
 * @param agent configuration of the CloudWatch agent
 * @param dashboard a list of widgets
 * @param dashboardName what follows the cluster's name in the dashboard's
 * @param alarm a list of alarms, as PutMetricAlarm takes them; each node gets its own
 */
public record Monitoring(
        Optional<String> agent, Optional<String> dashboard, Optional<String> dashboardName, Optional<String> alarm) {
    public static final Monitoring NONE =
            new Monitoring(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static Optional<Monitoring> of(@Nullable Object value) {
        if (value == null) {
            return Optional.empty();
        }
        Map<String, Object> table = AwsSettings.map(value);
        return Optional.of(new Monitoring(
                text(table, "agent", "config"),
                text(table, "dashboard", "config"),
                text(table, "dashboard", "name"),
                text(table, "alarm", "config")));
    }

    private static Optional<String> text(Map<String, Object> table, String part, String key) {
        return Optional.ofNullable(AwsSettings.map(table.get(part)).get(key))
                .map(Object::toString)
                .filter(text -> !text.isEmpty());
    }
}
