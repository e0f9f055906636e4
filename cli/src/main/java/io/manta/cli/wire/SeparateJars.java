package io.manta.cli.wire;

import io.manta.controller.head.RemoteDaemonControl;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProviderFactory;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Providers whose libraries are large, and therefore lie in a directory of their own beside the program's jars: no other cluster
 * loads them, and no other head gets them.
 */
final class SeparateJars {
    private static @Nullable URLClassLoader loader;

    private SeparateJars() {}

    static synchronized NodeProviderFactory factory(String directory, String className) throws ProblemException {
        try {
            return make(Class.forName(className));
        } catch (ClassNotFoundException e) {
            // On the user's machine; on a head they lie with the other jars.
            return load(directory, className);
        }
    }

    private static NodeProviderFactory load(String directory, String className) throws ProblemException {
        try {
            URLClassLoader own = loader;
            if (own == null) {
                List<Path> jars = jars(directory);
                var urls = new URL[jars.size()];
                for (int i = 0; i < urls.length; i++) {
                    urls[i] = url(jars.get(i));
                }
                own = new URLClassLoader(urls, SeparateJars.class.getClassLoader());
                loader = own;
                System.setProperty(
                        RemoteDaemonControl.PROVIDER_JARS,
                        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
            }
            return make(Class.forName(className, true, own));
        } catch (ClassNotFoundException | IOException e) {
            throw missing(directory, e);
        }
    }

    private static NodeProviderFactory make(Class<?> type) throws ProblemException {
        try {
            return (NodeProviderFactory) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw missing(type.getName(), e);
        }
    }

    private static List<Path> jars(String directory) throws IOException {
        String first = System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
        Path beside = Path.of(first).toAbsolutePath().resolveSibling(directory);
        try (Stream<Path> files = Files.list(beside)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    private static ProblemException missing(String what, Exception e) {
        return new ProblemException(
                Problem.error(
                        "PROVIDER-JARS",
                        "the libraries for provider " + what + " are missing: " + e.getMessage(),
                        "they lie in a directory of that name beside Manta's own jars",
                        "pip install 'manta-ray[" + what
                                + "]' where Manta came from pip; otherwise install Manta again"),
                e);
    }
}
