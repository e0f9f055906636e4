package io.manta.cli.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.Run;
import io.manta.controller.home.MantaHome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileTest {
    @TempDir
    Path home;

    @AfterEach
    void forget() {
        System.clearProperty("aws.profile");
        System.clearProperty("manta.kubernetes.context");
        System.clearProperty("manta.kubernetes.kubeconfig");
    }

    @Test
    void theFileThatTheCommandLineNamesIsTheOneThatIsRead() throws Exception {
        Path file = Files.writeString(home.resolve("cluster.yaml"), """
                cluster_name: demo
                provider: {type: kubernetes, namespace: ray}
                """);
        String missing = home.resolve("nowhere.kubeconfig").toString();
        Run run = Run.manta(home, "doctor", file.toString(), "--kubeconfig", missing);
        assertThat(run.out() + run.err()).contains(missing);
    }

    @Test
    void laterVerbsUseWhatUpWasGiven() throws Exception {
        var cluster = new MantaHome(home).cluster("demo");
        Files.createDirectories(cluster.dir());
        System.setProperty("aws.profile", "work");
        System.setProperty("manta.kubernetes.kubeconfig", "/k/config");
        Profile.remember(cluster);
        forget();
        Profile.recall(cluster);
        assertThat(System.getProperty("aws.profile")).isEqualTo("work");
        assertThat(System.getProperty("manta.kubernetes.context")).isEqualTo("work");
        assertThat(System.getProperty("manta.kubernetes.kubeconfig")).isEqualTo("/k/config");
    }

    @Test
    void whatIsAskedForNowComesFirst() throws Exception {
        var cluster = new MantaHome(home).cluster("demo");
        Files.createDirectories(cluster.dir());
        System.setProperty("aws.profile", "work");
        Profile.remember(cluster);
        System.setProperty("aws.profile", "private");
        Profile.recall(cluster);
        assertThat(System.getProperty("aws.profile")).isEqualTo("private");
    }
}
