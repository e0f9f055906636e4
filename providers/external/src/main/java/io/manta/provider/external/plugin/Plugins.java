package io.manta.provider.external.plugin;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProviderFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The jars in which a plug-in is looked for, and the factory found there. */
public record Plugins(List<Path> jars) {
    public Plugins {
        jars = List.copyOf(jars);
    }

    /** @param entries jars, or directories whose jars are meant; one that is not there is an error */
    public static Plugins of(List<Path> entries) throws ProblemException {
        var jars = new ArrayList<Path>();
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                jars.addAll(inside(entry));
            } else if (Files.isRegularFile(entry)) {
                jars.add(entry);
            } else {
                throw new ProblemException(ExternalProblems.plugin(
                        "there is no " + entry,
                        "provider.classpath names it",
                        "build the plug-in, or correct the path"));
            }
        }
        return new Plugins(jars);
    }

    /** The jars of a directory; none when it does not exist. */
    public static List<Path> inside(Path directory) throws ProblemException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ProblemException(ExternalProblems.plugin("cannot read " + directory, e.toString(), ""));
        }
    }

    /** @param name the factory's type; when absent there must be exactly one */
    public NodeProviderFactory factory(Optional<String> name) throws ProblemException {
        check();
        var found = new ArrayList<NodeProviderFactory>();
        try {
            var loader = new SpiClassLoader(urls(), NodeProviderFactory.class.getClassLoader());
            ServiceLoader.load(NodeProviderFactory.class, loader).forEach(found::add);
            List<String> types =
                    found.stream().map(NodeProviderFactory::type).distinct().toList();
            List<NodeProviderFactory> meant = found.stream()
                    .filter(factory -> name.isEmpty() || factory.type().equals(name.get()))
                    .toList();
            if (meant.size() == 1) {
                return meant.getFirst();
            }
            throw new ProblemException(none(name, types));
        } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
            throw new ProblemException(
                    ExternalProblems.plugin(
                            "the plug-in cannot be loaded: " + e,
                            Optional.ofNullable(e.getCause())
                                    .map(Object::toString)
                                    .orElse(""),
                            "rebuild it with all its libraries; classpath: " + jars),
                    e);
        }
    }

    private io.manta.spi.model.Problem none(Optional<String> name, List<String> types) {
        String there = types.isEmpty() ? "no factory was found in " + jars : "there are: " + String.join(", ", types);
        return name.isPresent()
                ? ExternalProblems.plugin(
                        "there is no plug-in for provider " + name.get(),
                        there,
                        "correct provider.plugin, or name its jar in provider.classpath")
                : ExternalProblems.plugin(
                        "it is not clear which plug-in is meant", there, "write its name: provider.plugin");
    }

    private void check() throws ProblemException {
        for (Path jar : jars) {
            try {
                var refusal = PluginJar.read(jar).refusal();
                if (refusal.isPresent()) {
                    throw new ProblemException(refusal.get());
                }
            } catch (IOException e) {
                throw new ProblemException(
                        ExternalProblems.plugin(jar + " is not a jar", String.valueOf(e.getMessage()), "rebuild it"));
            }
        }
    }

    private URL[] urls() {
        return jars.stream()
                .map(jar -> {
                    try {
                        return jar.toUri().toURL();
                    } catch (MalformedURLException e) {
                        throw new IllegalArgumentException(e);
                    }
                })
                .toArray(URL[]::new);
    }
}
