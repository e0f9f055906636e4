package io.manta.provider.localhost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.manta.spi.model.ProviderSettings;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.AtOnce;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pythons here are shell scripts that say what a real one would. */
class RayRuntimeTest {
    private static final String PROBE = "if [ \"$1\" = -c ]; then echo '3 11'; echo venv; exit; fi\n";
    /** {@code python -m venv DIR} puts a python there whose pip is the given script. */
    private static final String VENV = "mkdir -p \"$3/bin\"; echo venv >> \"$(dirname \"$0\")/calls\"\n";

    @TempDir
    Path directory;

    private LocalhostWorld world;
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void makeWorld() throws Exception {
        world = new LocalhostWorld(directory);
    }

    @Test
    void makesTheEnvironmentOnceHoweverManyWantIt() throws Exception {
        pythonWhosePip("echo Downloading ray-2.60.0.whl '(70 MB)'; sleep 0.3");

        List<Path> pythons = AtOnce.run(4, i -> runtime(Map.of()).prepare(Optional.empty(), said::add));
        Path again = runtime(Map.of()).prepare(Optional.empty(), said::add);

        assertThat(Files.readAllLines(directory.resolve("path/calls"))).containsExactly("venv");
        assertThat(pythons).containsOnly(directory.resolve("runtime/ray-2.60.0-py3.11/bin/python"));
        assertThat(again).isEqualTo(pythons.getFirst());
        assertThat(said)
                .contains("Downloading ray-2.60.0.whl (70 MB)", "waiting for another process that installs Ray");
    }

    @Test
    void aClusterKeepsItsPythonWithoutLookingAgain() throws Exception {
        pythonWhosePip("exit 0");
        Path first = runtime(Map.of()).prepare(Optional.empty(), said::add);
        Files.delete(directory.resolve("path/python3"));

        assertThat(runtime(Map.of()).prepare(Optional.of(first), said::add)).isEqualTo(first);
        assertThat(failure(Map.of("ray_version", "2.50.0"), Optional.of(first))
                        .problem()
                        .code())
                .isEqualTo("LOCALHOST-NO-PYTHON");
    }

    @Test
    void anEnvironmentThatWasNotCompletedIsMadeAnew() throws Exception {
        pythonWhosePip("exit 0");
        Path half = directory.resolve("runtime/ray-2.60.0-py3.11/bin/leftover");
        Files.createDirectories(half);

        runtime(Map.of()).prepare(Optional.empty(), said::add);

        assertThat(half).doesNotExist();
        assertThat(directory.resolve("runtime/ray-2.60.0-py3.11/ready")).exists();
    }

    @Test
    void saysThatThereIsNoNetwork() throws Exception {
        pythonWhosePip("echo \"WARNING: Retrying ... NewConnectionError('Temporary failure in name resolution')\";"
                + " echo 'ERROR: No matching distribution found for ray[default]==2.60.0'; exit 1");

        ProviderException problem = failure(Map.of());

        assertThat(problem.problem().code()).isEqualTo("LOCALHOST-NO-NETWORK");
        assertThat(problem.problem().why()).contains("No matching distribution");
        assertThat(problem.kind()).isEqualTo(ProviderException.Kind.UNREACHABLE);
    }

    @Test
    void saysThatThereIsNoSuchVersion() throws Exception {
        pythonWhosePip("echo 'ERROR: No matching distribution found for ray[default]==9.9.9'; exit 1");

        assertThat(failure(Map.of("ray_version", "9.9.9")).problem().code()).isEqualTo("LOCALHOST-RAY-UNKNOWN-VERSION");
    }

    @Test
    void saysThatTheDiskIsFull() throws Exception {
        pythonWhosePip("echo 'OSError: [Errno 28] No space left on device'; exit 1");

        assertThat(failure(Map.of()).problem().code()).isEqualTo("LOCALHOST-DISK-FULL");
    }

    @Test
    void showsTheLastLinesOfAnyOtherFailureAndKeepsAll() throws Exception {
        pythonWhosePip("seq 1 20; echo boom; exit 1");

        ProviderException problem = failure(Map.of());

        assertThat(problem.problem().code()).isEqualTo("LOCALHOST-INSTALL-FAILED");
        assertThat(problem.problem().why()).endsWith("boom").doesNotContain("12");
        assertThat(directory.resolve("runtime/ray-2.60.0-py3.11.log")).content().startsWith("1\n");
    }

    @Test
    void aPythonThatIsTooOldOrDoesNotRunIsPassedOver() throws Exception {
        world.program("path/python3", "echo '3 9'; echo venv");
        world.program("path/python3.12", "echo 'version not installed' >&2; exit 127");
        world.program("path/python3.13", "echo '3 13'; echo venv");

        assertThat(interpreters().best())
                .hasValueSatisfying(found -> assertThat(found.version()).isEqualTo("3.13"));
    }

    @Test
    void saysThatNoPythonWillDo() throws Exception {
        world.program("path/python3", "echo '3 9'; echo venv");

        assertThat(failure(Map.of()).problem().code()).isEqualTo("LOCALHOST-NO-PYTHON");
    }

    @Test
    void saysHowToGetVenv() throws Exception {
        world.program("path/python3", "echo '3 11'; echo bare");

        assertThat(failure(Map.of()).problem())
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("LOCALHOST-NO-VENV"))
                .satisfies(problem -> assertThat(problem.fix()).contains("apt install python3-venv"));
    }

    @Test
    void anOwnPythonMustHaveRayAndItsCommand() throws Exception {
        Path none = world.program("own/python", "exit 1");

        assertThat(failure(Map.of("python", none.toString())).problem().code()).isEqualTo("LOCALHOST-RAY-MISSING");
        assertThat(failure(Map.of("python", directory + "/nowhere/python"))
                        .problem()
                        .code())
                .isEqualTo("LOCALHOST-PYTHON-MISSING");
    }

    @Test
    void anOwnPythonOrItsEnvironmentMustHaveTheVersionThatWasAskedFor() throws Exception {
        Path own = world.program("own/python", "echo 2.50.0");
        world.program("own/ray", "exit 0");

        assertThat(runtime(Map.of("python", own.toString())).prepare(Optional.empty(), said::add))
                .isEqualTo(own);
        world.program("venv/bin/python", "echo 2.50.0");
        Path environment = directory.resolve("venv");
        world.program("venv/bin/ray", "exit 0");
        assertThat(runtime(Map.of("python", environment.toString())).prepare(Optional.empty(), said::add))
                .isEqualTo(environment.resolve("bin/python"));
        assertThat(failure(Map.of("python", own.toString(), "ray_version", "2.60.0"))
                        .problem()
                        .code())
                .isEqualTo("LOCALHOST-RAY-VERSION");
    }

    private void pythonWhosePip(String script) throws Exception {
        Path pip = world.program("pip", script);
        world.program("path/python3", PROBE + VENV + "cp " + pip + " \"$3/bin/python\"");
    }

    private PythonInterpreters interpreters() {
        return new PythonInterpreters(List.of(directory.resolve("path")));
    }

    private RayRuntime runtime(Map<String, Object> settings) {
        return new RayRuntime(
                LocalhostSettings.of(new ProviderSettings("localhost", settings)),
                directory.resolve("runtime"),
                interpreters());
    }

    private ProviderException failure(Map<String, Object> settings) {
        return failure(settings, Optional.empty());
    }

    private ProviderException failure(Map<String, Object> settings, Optional<Path> known) {
        return catchThrowableOfType(
                ProviderException.class, () -> runtime(settings).prepare(known, said::add));
    }
}
