package io.manta.config.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.spi.model.CommandSettings;
import io.manta.spi.model.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RayInstallationTest {
    private static final String AWS = "cluster_name: a\nprovider: {type: aws, region: us-west-2}\n";

    @Test
    void aFileThatSaysNothingGetsRayWhereThereIsNone() {
        CommandSettings commands = commands(AWS);
        assertThat(commands.headSetup()).isEmpty();
        assertThat(titles(commands.beforeSetup())).isEmpty();
        assertThat(titles(commands.afterSetup())).containsExactly("#: install Ray 2.60.0, unless this machine has Ray");
        assertThat(commands.afterSetup().getFirst()).contains("mode=missing version=2.60.0 python= ");
    }

    @Test
    void commandsThatCallPipFindOneThatWorks() {
        CommandSettings commands = commands(AWS + "setup_commands: ['pip install -U \"ray[default]==2.9.3\"']\n");
        assertThat(commands.workerSetup()).containsExactly("pip install -U \"ray[default]==2.9.3\"");
        assertThat(titles(commands.beforeSetup())).hasSize(1);
        assertThat(commands.beforeSetup().getFirst()).contains("mode=environment");
        assertThat(titles(commands.afterSetup())).hasSize(1);
    }

    @Test
    void commandsThatBringTheirOwnPipAreLeftAlone() {
        CommandSettings commands = commands(AWS + "setup_commands: [~/venv/bin/pip install numpy, echo pip]\n");
        assertThat(commands.beforeSetup()).isEmpty();
    }

    @Test
    void aReleaseIsInstalledBeforeTheUsersCommands() {
        CommandSettings commands = commands(AWS + "install_ray: 2.55.1\ninstall_python: \"3.12\"\n");
        assertThat(titles(commands.beforeSetup())).containsExactly("#: install Ray 2.55.1 (Python 3.12)");
        assertThat(commands.beforeSetup().getFirst()).contains("mode=exact version=2.55.1 python=3.12 ");
        assertThat(commands.afterSetup()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "install_ray: never",
                "install_ray: false",
                "head_start_ray_commands: [~/venv/bin/ray start --head]\nworker_start_ray_commands: [~/venv/bin/ray start --address=x]",
                "head_start_ray_commands: [conda activate r && ray start --head]\nworker_start_ray_commands: [conda activate r && ray start --address=x]",
            })
    void nothingIsInstalledForThoseWhoHaveTheirOwnWay(String more) {
        CommandSettings commands = commands(AWS + more);
        assertThat(commands.beforeSetup()).isEmpty();
        assertThat(commands.afterSetup()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "install_ray: newest | neither a release",
                "install_python: three | not a version",
                "install_python: 3.10 | install_python",
            })
    void whatIsNoVersionIsRefused(String line, String what) {
        assertThat(load(AWS + line).problems().stream().filter(p -> p.level() == Problem.Level.ERROR))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains(what));
    }

    @Test
    void machinesOfACloudGetDockerWhereTheFileRunsContainers() throws Exception {
        String file = AWS
                + "docker: {image: rayproject/ray:2.60.0, container_name: c}\ninitialization_commands: [echo mine]\n";
        List<String> commands = commands(file).initialization();
        assertThat(commands).hasSize(2);
        assertThat(titles(commands)).containsExactly("#: install Docker, unless this machine has it", "echo mine");
        assertThat(commands(file.replace("container_name: c", "container_name: c, install: false"))
                        .initialization())
                .containsExactly("echo mine");
        assertThat(commands(AWS).initialization()).isEmpty();

        program("bin/sudo", "echo \"$*\" >>\"$HOME/asked\"\n");
        program("bin/apt-get", "");
        run(commands.getFirst(), home.resolve("bin") + ":/usr/bin:/bin");
        assertThat(Files.readString(home.resolve("asked"))).contains("install docker.io", "usermod -aG docker");
        program("bin/docker", "");
        Files.delete(home.resolve("asked"));
        run(commands.getFirst(), home.resolve("bin") + ":/usr/bin:/bin");
        assertThat(home.resolve("asked")).as("nothing is done where Docker is").doesNotExist();
    }

    @Test
    void itIsSaidWhereNobodyReadsIt() {
        Loaded loaded = load("cluster_name: a\nprovider: {type: localhost}\ninstall_ray: 2.60.0\n");
        assertThat(loaded.problems()).extracting(Problem::code).contains("CONFIG-INSTALL-RAY");
        assertThat(loaded.config()).isPresent();
    }

    @TempDir
    Path home;

    /** The script itself, in a home of its own, with a uv that only writes down what it is asked. */
    @Test
    void theScriptMakesAnEnvironmentOnceAndPutsItOnThePath() throws Exception {
        Path uv = program(".local/bin/uv", """
                echo "$*" >>"$HOME/asked"
                if [ "$1" = venv ]; then
                  for last; do :; done
                  mkdir -p "$last/bin"
                  printf '#!/bin/sh\\necho 2.60.0\\n' >"$last/bin/python"
                  chmod 755 "$last/bin/python"
                fi
                """);
        String script = commands(AWS + "install_ray: 2.60.0\n").beforeSetup().getFirst();
        String path = uv.getParent() + ":/usr/bin:/bin";
        Files.writeString(home.resolve(".bashrc"), "case $- in *i*) ;; *) return ;; esac\n");

        assertThat(run(script, path)).contains("Ray: 2.60.0 is installed in " + home + "/.ray-env");
        assertThat(Files.readAllLines(home.resolve("asked")))
                .hasSize(2)
                .allMatch(line -> line.contains("--default-index https://mirror.example/simple"));
        assertThat(Files.readAllLines(home.resolve(".bashrc")))
                .containsExactly(
                        "export PATH=\"" + home + "/.ray-env/bin:$PATH\" # Ray",
                        "case $- in *i*) ;; *) return ;; esac");
        assertThat(home.resolve(".profile")).hasContent(". ~/.bashrc");

        run(script, path);
        assertThat(Files.readAllLines(home.resolve("asked")))
                .as("nothing is done twice")
                .hasSize(2);
        assertThat(Files.readAllLines(home.resolve(".bashrc"))).hasSize(2);
    }

    @Test
    void theScriptInstallsIntoTheEnvironmentThatAnImageCameWith() throws Exception {
        Path uv = program(".local/bin/uv", "echo \"$*\" >>\"$HOME/asked\"\n");
        Process made = new ProcessBuilder("/usr/bin/python3", "-m", "venv", "--without-pip", home + "/opt/pytorch")
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
        run(commands(AWS).afterSetup().getFirst(), uv.getParent() + ":/usr/bin:/bin");
        assertThat(Files.readString(home.resolve("asked")))
                .contains("pip install", "--python " + home + "/opt/pytorch/bin/python ray[default]==2.60.0")
                .doesNotContain("venv -q");
        assertThat(Files.readString(home.resolve(".bashrc"))).contains(home + "/opt/pytorch/bin:$PATH");
    }

    @Test
    void theScriptLeavesAMachineWithRayAlone() throws Exception {
        Path ray = program("mine/ray", "echo mine");
        String path = ray.getParent() + ":/usr/bin:/bin";
        assertThat(run(commands(AWS).afterSetup().getFirst(), path)).isEqualTo("Ray: " + ray + " is here already\n");
        assertThat(home.resolve(".ray-env.lock")).doesNotExist();
    }

    private Path program(String name, String body) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private String run(String script, String path) throws IOException {
        // What this machine may have there is none of the test's business.
        String own = script.replace("/opt/", home + "/opt/");
        var builder = new ProcessBuilder("bash", "-c", own).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("HOME", home.toString());
        builder.environment().put("PATH", path);
        builder.environment().put("PIP_INDEX_URL", "https://mirror.example/simple");
        return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static List<String> titles(List<String> scripts) {
        return scripts.stream().map(s -> s.lines().findFirst().orElseThrow()).toList();
    }

    private static CommandSettings commands(String text) {
        Loaded loaded = load(text);
        assertThat(loaded.config()).as("%s", loaded.problems()).isPresent();
        return loaded.config().orElseThrow().commands();
    }

    private static Loaded load(String text) {
        return ConfigLoader.load("c.yaml", text, Path.of(""), Overrides.NONE);
    }
}
