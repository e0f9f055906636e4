package io.manta.provider.external.plugin;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.SpiVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** One jar of a plug-in, looked at without loading anything of it. */
record PluginJar(Path file, boolean hasFactory, Optional<String> madeFor) {
    private static final String SERVICE = "META-INF/services/io.manta.spi.provider.NodeProviderFactory";

    static PluginJar read(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            Optional<String> version =
                    Optional.ofNullable(manifest).map(m -> m.getMainAttributes().getValue(SpiVersion.MANIFEST_KEY));
            return new PluginJar(file, jar.getEntry(SERVICE) != null, version);
        }
    }

    /** Why it must not be loaded, if so. Libraries without a factory are not asked. */
    Optional<Problem> refusal() {
        if (!hasFactory) {
            return Optional.empty();
        }
        String ours = SpiVersion.CURRENT.toString();
        if (madeFor.isEmpty()) {
            return Optional.of(ExternalProblems.pluginVersion(
                    file.toString(),
                    "its manifest does not say which provider interface it was made for (" + SpiVersion.MANIFEST_KEY
                            + ")",
                    ours));
        }
        try {
            if (SpiVersion.CURRENT.accepts(SpiVersion.of(madeFor.get()))) {
                return Optional.empty();
            }
        } catch (IllegalArgumentException e) {
            // Said below: what cannot be read is not what we have.
        }
        return Optional.of(ExternalProblems.pluginVersion(
                file.toString(), "it was made for version " + madeFor.get() + " of the provider interface", ours));
    }
}
