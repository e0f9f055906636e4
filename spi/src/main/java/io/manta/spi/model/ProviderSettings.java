package io.manta.spi.model;

import java.util.Map;
import java.util.Optional;

/**
 * Who makes the machines.
 *
 * @param type such as {@code localhost}, {@code local}, {@code aws}
 * @param settings every key under {@code provider:}, as plain maps, lists, strings, numbers and booleans
 */
public record ProviderSettings(String type, Map<String, Object> settings) {
    public Optional<String> text(String key) {
        return Optional.ofNullable(settings.get(key)).map(Object::toString);
    }

    public boolean flag(String key, boolean fallback) {
        return settings.get(key) instanceof Boolean value ? value : fallback;
    }
}
