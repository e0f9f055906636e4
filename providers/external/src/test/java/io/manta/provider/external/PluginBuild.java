package io.manta.provider.external;

import io.manta.spi.provider.SpiVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes a plug-in's jar as its author's build would. */
final class PluginBuild {
    private static final String SERVICE = "META-INF/services/io.manta.spi.provider.NodeProviderFactory";

    private PluginBuild() {}

    /** The jar of examples/providers/java. */
    static Path example(Path directory) throws IOException {
        Path sources = Samples.directory().resolve("java/src/main");
        return jar(
                directory,
                "directories",
                Files.readString(sources.resolve("java/demo/DirectoryProvider.java")),
                "demo.DirectoryProvider",
                Map.of(
                        SpiVersion.MANIFEST_KEY,
                        SpiVersion.CURRENT.toString(),
                        "service",
                        Files.readString(sources.resolve("resources/" + SERVICE))));
    }

    /** @param manifest its main attributes; {@code service} is the text that names the factory */
    static Path jar(Path directory, String name, String source, String className, Map<String, String> manifest)
            throws IOException {
        Path classes = directory.resolve(name + "-classes");
        Path file = directory.resolve(name + "-src").resolve(className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.createDirectories(classes);
        Files.writeString(file, source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        file.toString());
        if (status != 0) {
            throw new IOException("cannot compile " + file);
        }
        Path service = classes.resolve(SERVICE);
        Files.createDirectories(service.getParent());
        Files.writeString(service, manifest.getOrDefault("service", className + "\n"));
        return pack(directory.resolve(name + ".jar"), classes, manifest);
    }

    private static Path pack(Path jar, Path classes, Map<String, String> attributes) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((key, value) -> {
            if (!key.equals("service")) {
                manifest.getMainAttributes().putValue(key, value);
            }
        });
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        try (OutputStream out = Files.newOutputStream(jar);
                var packed = new JarOutputStream(out, manifest)) {
            for (Path each : files) {
                packed.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, packed);
                packed.closeEntry();
            }
        }
        return jar;
    }
}
