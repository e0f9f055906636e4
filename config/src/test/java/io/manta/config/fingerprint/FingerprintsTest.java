package io.manta.config.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.config.resolve.LocalPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintsTest {
    @TempDir
    Path dir;

    private Fingerprints fingerprints() {
        return new Fingerprints(new LocalPaths(dir, dir), Path.of("/tmp"));
    }

    @Test
    void launchHashesAreRaysOwn() throws IOException {
        assertThat(fingerprints().launch(Map.of("b", 1L, "a", 2L), Map.of("ssh_user", "ubuntu")))
                .isEqualTo("ul48dkh8e7iroq21c522pljl8c8muc94n31tfkpgnh350b02pf30");
        Files.writeString(dir.resolve("key"), "KEY\n");
        assertThat(fingerprints()
                        .launch(
                                Map.of("InstanceType", "m5.large", "x", 1.0, "u", "é"),
                                Map.of("ssh_user", "ubuntu", "ssh_private_key", "~/key")))
                .isEqualTo("2v8hugnaqm1ed4v7afhkge6kehpsvfifd560uh23llgm92mucogg");
    }

    @Test
    void runtimeHashesAreRaysOwn() throws IOException {
        String nothing = fingerprints().contents(List.of());
        assertThat(nothing).isEqualTo("seoc8gkovge196nruj49irtp4gjqsgf4cidp6j54imchmu2in1ag");
        assertThat(Fingerprints.runtime(Map.of(), Map.of("a", 1L), nothing))
                .isEqualTo("ltpm30s9oelrkp7f0tv5qkni7mquprnlf428urups5io3sj7oe4g");
    }

    @Test
    void numbersAreWrittenAsPythonWritesThem() {
        assertThat(PythonJson.write(List.of(1.0, 0.1, 1e16, 1.5e-5, 123456789.125, -2.0, 1e15, Double.MIN_VALUE)))
                .isEqualTo("[1.0, 0.1, 1e+16, 1.5e-05, 123456789.125, -2.0, 1000000000000000.0, 5e-324]");
    }
}
