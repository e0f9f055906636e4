package io.manta.provider.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.SpiVersion;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Plug-ins made for a version of the interface find everything of it in later ones. What was there once is listed in
 * src/test/resources/spi-MAJOR.txt; lines may be added to it (run with -Dgolden.update), never taken away.
 */
final class SpiSignatureTest {
    /** What plug-ins make themselves; everything else is made for them, so its constructors may change. */
    private static final Set<Class<?>> MADE_BY_PLUGINS = Set.of(
            Machine.class,
            MachineId.class,
            Offer.class,
            Problem.class,
            LaunchResult.class,
            Preflight.class,
            Preflight.Finding.class,
            ProviderException.class,
            Reach.LocalProcess.class,
            Reach.Ssh.class,
            Reach.Template.class,
            Reach.Own.class);

    @Test
    void nothingThatPluginsUseHasGone() throws Exception {
        Path list = Path.of("src/test/resources/spi-" + SpiVersion.CURRENT.major() + ".txt");
        Set<String> now = signatures();
        if (System.getProperty("golden.update") != null) {
            Files.write(list, now);
        }

        assertThat(now)
                .as(
                        "plug-ins made for %s.0 would break: keep it, or raise SpiVersion's major number",
                        SpiVersion.CURRENT.major())
                .containsAll(Files.readAllLines(list));
    }

    private static Set<String> signatures() throws Exception {
        Path code = Path.of(NodeProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        if (Files.isDirectory(code)) {
            return signatures(code);
        }
        try (FileSystem jar = FileSystems.newFileSystem(code)) {
            return signatures(jar.getPath("/"));
        }
    }

    private static Set<String> signatures(Path root) throws Exception {
        var found = new TreeSet<String>();
        for (String packageName : List.of("io/manta/spi/model", "io/manta/spi/provider", "io/manta/spi/remote")) {
            try (Stream<Path> files = Files.list(root.resolve(packageName))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".class")).toList()) {
                    String name = root.relativize(file).toString();
                    add(Class.forName(name.substring(0, name.length() - 6).replace('/', '.')), found);
                }
            }
        }
        return found;
    }

    private static void add(Class<?> type, Set<String> found) {
        String name = type.getSimpleName();
        if (!Modifier.isPublic(type.getModifiers()) || name.startsWith("Ray") || name.startsWith("Autoscaler")) {
            return;
        }
        Stream.of(type.getDeclaredMethods()).forEach(method -> add(method, found));
        Stream.of(type.getFields()).forEach(field -> found.add(field.toString()));
        if (MADE_BY_PLUGINS.contains(type)) {
            Stream.of(type.getDeclaredConstructors()).forEach(constructor -> add(constructor, found));
        }
    }

    private static void add(Executable member, Set<String> found) {
        if (Modifier.isPublic(member.getModifiers()) && !member.isSynthetic()) {
            found.add(member.toString().replace("public ", ""));
        }
    }
}
