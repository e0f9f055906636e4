package io.manta.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wheel, from nothing to nothing, on a machine that has neither Java nor Maven. */
@RequiresRay
class InstalledTest {
    private static final String LOAD = """
            import ray
            ray.init()
            @ray.remote(num_cpus=1)
            def work(i):
                return i
            print("SUM", sum(ray.get([work.remote(i) for i in range(4)])))
            """;

    @TempDir
    Path dir;

    @AfterEach
    void leaveNothing() {
        if (Files.isExecutable(dir.resolve("environment/bin/manta"))) {
            new InstalledProgram(dir).manta("down", "wheel", "-y");
        }
        // JUnit warns about each link when it removes them.
        ClusterYaml.delete(dir.resolve("programs"));
    }

    @Test
    void installsScalesAndLeavesOnlyWhatIsDocumented() throws IOException {
        var user = new InstalledProgram(dir).makingStartCache();
        assertThat(user.attempt(List.of("sh", "-c", "command -v java || command -v mvn"))
                        .exitCode())
                .as("neither Java nor Maven")
                .isNotZero();
        user.install(user.wheels(), "manta-ray");

        String version = user.manta("version").succeeded().out().strip();
        assertThat(version).isEqualTo("manta " + mavenVersion());
        assertThat(startCache(user)).as("made by the first command").hasSize(1).allMatch(size -> size > 1_000_000);
        assertThat(user.manta("-V").succeeded().out().strip()).isEqualTo(version);
        String pip = user.run(List.of(pip(user), "show", "manta-ray")).out();
        assertThat(pip).contains("Version: " + mavenVersion().replace("-SNAPSHOT", ".dev0"));
        String python = user.environment().resolve("bin/python").toString();
        assertThat(user.run(List.of(python, "-c", "import manta; print(manta.program_version())"))
                        .out()
                        .strip())
                .isEqualTo(mavenVersion());

        Path yaml = ClusterYaml.write(dir, "wheel", 0, 1, "");
        user.manta("validate", yaml.toString()).succeeded();
        user.manta("up", yaml.toString(), "-y").succeeded();
        Path script = ClusterYaml.script(dir, "load.py", LOAD);
        assertThat(user.manta("submit", "wheel", script.toString()).succeeded().out())
                .contains("SUM 6");
        assertThat(user.manta("status", "wheel").succeeded().out()).contains("worker");
        assertThat(user.run(List.of(python, "-c", "import manta; print(len(manta.status('wheel').nodes) > 0)"))
                        .out())
                .contains("True");
        user.manta("down", "wheel", "-y").succeeded();

        user.run(List.of(pip(user), "uninstall", "-q", "-y", "manta-ray"));
        assertThat(namesWith(user.environment(), "manta")).as("of the package").isEmpty();
        assertThat(childrenOf(user.home().resolve(".manta")))
                .as("see docs/install.md")
                .isSubsetOf("clusters", "logs", "runtime", "known_hosts");
        assertThat(childrenOf(user.home().resolve(".manta/clusters"))).isEmpty();
    }

    @Test
    void awsIsAnExtraAndSaysSoWhenItIsMissing() throws IOException {
        var user = new InstalledProgram(dir);
        Path wheels = user.wheels();
        user.install(wheels, "manta-ray");
        Path yaml = Files.writeString(
                dir.resolve("aws.yaml"), "cluster_name: a\nprovider: {type: aws, region: us-west-2}\n");
        assertThat(user.manta("plan", yaml.toString()).all())
                .contains("error[PROVIDER-JARS]")
                .contains("pip install 'manta-ray[aws]'");

        user.install(wheels, "manta-ray[aws]");
        assertThat(user.manta("plan", yaml.toString()).all())
                .as("now it is credentials that are missing")
                .doesNotContain("PROVIDER-JARS")
                .contains("error[");
    }

    @Test
    void theArchiveNeedsNoPythonAndIsGoneAfterwards() throws IOException {
        var user = new InstalledProgram(dir);
        Path out = user.build("archive");
        Path install = MantaProgram.repository().resolve("dist/install/install");
        Path archive = onlyFile(out, ".tar.zst");
        user.run(List.of(install.toString(), archive.toString()));
        String manta = user.home().resolve(".local/bin/manta").toString();
        assertThat(user.run(List.of(manta, "version")).out().strip()).isEqualTo("manta " + mavenVersion());
        Path yaml = Files.writeString(
                dir.resolve("aws.yaml"), "cluster_name: a\nprovider: {type: aws, region: us-west-2}\n");
        assertThat(user.attempt(List.of(manta, "plan", yaml.toString())).all())
                .as("with the libraries for AWS")
                .doesNotContain("PROVIDER-JARS");
        user.run(List.of(
                manta, "init", "localhost", "--file", dir.resolve("new.yaml").toString()));
        user.run(List.of(manta, "validate", dir.resolve("new.yaml").toString()));

        user.run(List.of(user.home()
                .resolve(".local/share/manta/" + mavenVersion() + "/uninstall")
                .toString()));
        assertThat(namesWith(user.home().resolve(".local"), "manta")).isEmpty();

        Files.writeString(archive, "cut off");
        assertThat(user.attempt(List.of(install.toString(), archive.toString())).err())
                .contains("is damaged");
        assertThat(user.home().resolve(".local/bin/manta")).doesNotExist();
    }

    private static Path onlyFile(Path directory, String end) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<Long> startCache(InstalledProgram user) throws IOException {
        try (Stream<Path> files = Files.walk(user.environment())) {
            return files.filter(file -> file.toString().endsWith(".aot"))
                    .map(file -> file.toFile().length())
                    .toList();
        }
    }

    private static String pip(InstalledProgram user) {
        return user.environment().resolve("bin/pip").toString();
    }

    private static String mavenVersion() throws IOException {
        String pom = Files.readString(MantaProgram.repository().resolve("pom.xml"));
        int begin = pom.indexOf("<version>") + "<version>".length();
        return pom.substring(begin, pom.indexOf("</version>"));
    }

    private static List<String> namesWith(Path tree, String word) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            return files.map(file -> tree.relativize(file).toString())
                    .filter(name -> name.contains(word))
                    .toList();
        }
    }

    private static List<String> childrenOf(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }
}
