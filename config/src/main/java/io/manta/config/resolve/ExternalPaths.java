package io.manta.config.resolve;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProviderSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/** Makes the paths of an external provider absolute: other processes, with other working directories, use them. */
public final class ExternalPaths {
    private ExternalPaths() {}

    public static ClusterConfig absolute(ClusterConfig config, LocalPaths paths) {
        var settings = new LinkedHashMap<>(config.provider().settings());
        for (String key : List.of("classpath", "python_path", "files")) {
            settings.computeIfPresent(
                    key,
                    (_, value) ->
                            texts(value).stream().map(word -> path(word, paths)).toList());
        }
        settings.computeIfPresent("python", (_, value) -> path(value.toString(), paths));
        settings.computeIfPresent("command", (_, value) -> command(texts(value), paths));
        return config.withProvider(new ProviderSettings(config.provider().type(), settings));
    }

    private static List<String> command(List<String> words, LocalPaths paths) {
        return words.stream()
                .map(word -> word.equals(words.getFirst()) ? program(word, paths) : argument(word, paths))
                .toList();
    }

    /** A bare name is looked for where the shell looks. */
    private static String program(String word, LocalPaths paths) {
        return word.contains("/") ? path(word, paths) : word;
    }

    private static String argument(String word, LocalPaths paths) {
        Path path = word.startsWith("-") ? null : paths.resolve(word);
        return path != null && Files.isRegularFile(path) ? path.normalize().toString() : word;
    }

    private static String path(String word, LocalPaths paths) {
        Path path = paths.resolve(word);
        return path == null ? word : path.normalize().toString();
    }

    private static List<String> texts(Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of(value.toString());
    }
}
