package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What each provider fills in for keys the user did not write. */
public final class Defaults {
    private static final Map<String, Fields> READ = new ConcurrentHashMap<>();

    private Defaults() {}

    /** Empty for a provider nobody knows. */
    static Fields of(String provider) {
        return READ.computeIfAbsent(Providers.KNOWN.contains(provider) ? provider : "this provider", Defaults::read);
    }

    private static Fields read(String provider) {
        var origin = new Origin.Default(provider);
        if (!Providers.KNOWN.contains(provider)) {
            return Fields.empty(origin);
        }
        Fields own = parse("defaults/" + provider + ".yaml", origin);
        if (!provider.equals(Providers.LOCALHOST)) {
            return own;
        }
        return own.overlaidBy(parse("default-localhost.yaml", origin))
                .without("cluster_name")
                .without("provider");
    }

    /** The cluster file that is used when the user names none. */
    public static String embeddedCluster() {
        return resource("default-localhost.yaml");
    }

    private static Fields parse(String name, Origin origin) {
        Value value = YamlReader.read(new Source(name, resource(name)), origin, problem -> {
                    throw new IllegalStateException(name + ": " + problem);
                })
                .orElseThrow();
        return (Fields) value;
    }

    static String resource(String name) {
        try (InputStream in = Defaults.class.getResourceAsStream("/io/manta/config/" + name)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
