package io.manta.provider.aws.settings;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the files of {@link Monitoring} say. The head gets the texts, not the files.
 *
 * @param agent JSON; so are the others
 */
public record MonitoringTexts(Optional<String> agent, Optional<String> dashboard, Optional<String> alarm) {
    public static final MonitoringTexts NONE =
            new MonitoringTexts(Optional.empty(), Optional.empty(), Optional.empty());
    private static final String WIDGETS = "widgets";

    /** @throws IOException naming the file that cannot be read or understood */
    public static MonitoringTexts read(Optional<Monitoring> wanted) throws IOException {
        if (wanted.isEmpty()) {
            return NONE;
        }
        var texts = new MonitoringTexts(
                text(wanted.get().agent()),
                text(wanted.get().dashboard()),
                text(wanted.get().alarm()));
        texts.alarms("i-0", "cluster", "region");
        texts.widgets("i-0", "cluster", "region");
        return texts;
    }

    private static Optional<String> text(Optional<String> file) throws IOException {
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(Path.of(file.get()));
            JSON.std.anyFrom(text);
            return Optional.of(text);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + Path.of(file.get()).toAbsolutePath(), e);
        } catch (IOException e) {
            throw new IOException(file.get() + ": " + e.getMessage(), e);
        }
    }

    /** With the variables that Ray has. */
    public static String fill(String text, String instance, String cluster, String region) {
        return text.replace("{instance_id}", instance)
                .replace("{cluster_name}", cluster)
                .replace("{region}", region);
    }

    /** The alarms of one node. */
    public List<Map<String, Object>> alarms(String instance, String cluster, String region) throws IOException {
        List<Map<String, Object>> found = items(alarm, instance, cluster, region);
        if (found.stream().anyMatch(one -> !one.containsKey("AlarmName"))) {
            throw new IOException("every alarm of provider.cloudwatch.alarm.config needs an AlarmName");
        }
        return found;
    }

    public List<Map<String, Object>> widgets(String head, String cluster, String region) throws IOException {
        return items(dashboard, head, cluster, region);
    }

    private static List<Map<String, Object>> items(
            Optional<String> text, String instance, String cluster, String region) throws IOException {
        if (text.isEmpty()) {
            return List.of();
        }
        Object parsed = JSON.std.anyFrom(fill(text.get(), instance, cluster, region));
        Object list = parsed instanceof Map<?, ?> whole && whole.containsKey(WIDGETS) ? whole.get(WIDGETS) : parsed;
        if (!(list instanceof List<?>)) {
            throw new IOException("the files of provider.cloudwatch.dashboard and .alarm hold lists, [...]");
        }
        return AwsSettings.maps(list);
    }

    /** Names of the log groups that the agent of a node writes to. */
    public List<String> logGroups(String instance, String cluster, String region) throws IOException {
        var names = new ArrayList<String>();
        if (agent.isPresent()) {
            collect(JSON.std.anyFrom(fill(agent.get(), instance, cluster, region)), names);
        }
        return names.stream().distinct().filter(name -> !name.contains("{")).toList();
    }

    private static void collect(@Nullable Object value, List<String> names) {
        if (value instanceof List<?> items) {
            items.forEach(item -> collect(item, names));
        }
        AwsSettings.map(value).forEach((key, entry) -> {
            if (key.equals("log_group_name")) {
                names.add(String.valueOf(entry));
            }
            collect(entry, names);
        });
    }
}
