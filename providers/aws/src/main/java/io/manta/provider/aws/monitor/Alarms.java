package io.manta.provider.aws.monitor;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.client.SdkShapes;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.cloudwatch.model.AlarmType;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricAlarmRequest;
import software.amazon.awssdk.services.cloudwatch.model.ResourceNotFoundException;

/**
 * Alarms of nodes. Their names are the user's, and a list of alarms shows no tags: the description ends with the cluster's mark,
 * by which all of them are found in one question.
 */
final class Alarms {
    private static final int AT_ONCE = 100;
    private static final int LONGEST = 1024;

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    Alarms(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    private String mark() {
        return "[" + Owned.MARK + ": " + settings.cluster() + "]";
    }

    /** Makes or changes them; one of the same name that somebody else made is left alone. */
    void put(List<Map<String, Object>> wanted) throws ProviderException, InterruptedException {
        List<String> names = wanted.stream().map(Alarms::name).toList();
        for (List<String> some : slices(names)) {
            List<MetricAlarm> there = AwsClients.ask(
                    "look for alarms",
                    () -> clients.cloudWatch()
                            .describeAlarms(r -> r.alarmNames(some).alarmTypes(AlarmType.METRIC_ALARM))
                            .metricAlarms());
            for (MetricAlarm alarm : there) {
                if (!isOurs(alarm)) {
                    throw AwsProblems.cloudWatch(
                            "there is an alarm " + alarm.alarmName() + " that this cluster did not make",
                            "its description does not end with " + mark(),
                            "choose another AlarmName; {cluster_name} and {instance_id} make it unique");
                }
            }
        }
        for (Map<String, Object> one : wanted) {
            PutMetricAlarmRequest request = request(one);
            AwsClients.ask(
                    "make the alarm " + name(one), () -> clients.cloudWatch().putMetricAlarm(request));
        }
    }

    private PutMetricAlarmRequest request(Map<String, Object> wanted) throws ProviderException {
        var values = new LinkedHashMap<>(wanted);
        String end = " " + mark();
        String words = String.valueOf(values.getOrDefault("AlarmDescription", "Ray node"));
        values.put("AlarmDescription", words.substring(0, Math.min(words.length(), LONGEST - end.length())) + end);
        var tags = new LinkedHashMap<String, Object>();
        AwsSettings.maps(values.get("Tags"))
                .forEach(tag -> tags.put(String.valueOf(tag.get("Key")), tag.getOrDefault("Value", "")));
        tags.putAll(owned.marks());
        values.put(
                "Tags",
                tags.entrySet().stream()
                        .map(tag -> Map.of("Key", tag.getKey(), "Value", tag.getValue()))
                        .toList());
        PutMetricAlarmRequest.Builder builder = PutMetricAlarmRequest.builder();
        try {
            SdkShapes.fill(builder, values, "");
        } catch (SdkShapes.Misfit e) {
            throw AwsProblems.cloudWatch(
                    "the alarm " + name(wanted) + " cannot be made",
                    String.valueOf(e.getMessage()),
                    "correct the file that provider.cloudwatch.alarm.config names; its keys are those of PutMetricAlarm");
        }
        return builder.build();
    }

    private static String name(Map<String, Object> alarm) {
        return String.valueOf(alarm.get("AlarmName"));
    }

    private boolean isOurs(MetricAlarm alarm) {
        return alarm.alarmDescription() != null && alarm.alarmDescription().endsWith(mark());
    }

    List<String> ours() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's alarms",
                () ->
                        clients
                                .cloudWatch()
                                .describeAlarmsPaginator(r -> r.alarmTypes(AlarmType.METRIC_ALARM))
                                .metricAlarms()
                                .stream()
                                .filter(this::isOurs)
                                .map(MetricAlarm::alarmName)
                                .toList());
    }

    void remove(Collection<String> names) throws ProviderException, InterruptedException {
        for (List<String> some : slices(List.copyOf(names))) {
            AwsClients.<Object>ask("remove alarms", () -> {
                try {
                    return clients.cloudWatch().deleteAlarms(r -> r.alarmNames(some));
                } catch (ResourceNotFoundException e) {
                    return "";
                }
            });
        }
    }

    private static List<List<String>> slices(List<String> names) {
        var slices = new ArrayList<List<String>>();
        for (int at = 0; at < names.size(); at += AT_ONCE) {
            slices.add(names.subList(at, Math.min(names.size(), at + AT_ONCE)));
        }
        return slices;
    }
}
