package io.manta.provider.external.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads a plug-in with its own libraries. Of ours it sees the provider interface and nothing else, so that neither can get
 * in the other's way, whatever versions of the same libraries they use.
 */
final class SpiClassLoader extends URLClassLoader {
    private static final List<String> SHARED = List.of("io.manta.spi.", "org.jspecify.annotations.");

    private final ClassLoader ours;

    SpiClassLoader(URL[] jars, ClassLoader ours) {
        super("manta plug-in", jars, ClassLoader.getPlatformClassLoader());
        this.ours = ours;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        for (String prefix : SHARED) {
            if (name.startsWith(prefix)) {
                return ours.loadClass(name);
            }
        }
        return super.loadClass(name, resolve);
    }
}
