package io.manta.controller.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudInitTest {
    @TempDir
    Path run;

    private Path uptime;

    @BeforeEach
    void young() throws IOException {
        uptime = Files.writeString(run.resolve("uptime"), "42.17 80.00\n");
    }

    @Test
    void aMachineWithoutItOrWithItDoneIsNotHeldUp() throws Exception {
        assertThat(wait(0)).isEmpty();
        Files.createFile(run.resolve("enabled"));
        Files.createFile(run.resolve("result.json"));
        assertThat(wait(0)).isEmpty();
    }

    @Test
    void oneAtWorkIsWaitedForButNotForEver() throws Exception {
        Files.createFile(run.resolve("enabled"));
        assertThat(wait(0)).isEqualTo("""
                        cloud-init is still at work
                        cloud-init is not done after 0 seconds; going on without it
                        """);
        Files.writeString(uptime, "90000.00 1.00\n");
        assertThat(wait(0)).as("a machine that has been up for long").isEmpty();
    }

    @Test
    void theWaitEndsWhenItIsDone() throws Exception {
        Files.createFile(run.resolve("status.json"));
        Process waiting = start(60);
        // It has said so when it waits.
        assertThat(waiting.inputReader().readLine()).isEqualTo("cloud-init is still at work");
        Files.createFile(run.resolve("result.json"));
        assertThat(waiting.waitFor()).isZero();
        assertThat(waiting.inputReader().readLine()).isNull();
    }

    private String wait(int patience) throws Exception {
        return new String(start(patience).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start(int patience) throws IOException {
        return new ProcessBuilder("sh", "-c", CloudInit.script(run.toString(), uptime.toString(), patience))
                .redirectErrorStream(true)
                .start();
    }
}
