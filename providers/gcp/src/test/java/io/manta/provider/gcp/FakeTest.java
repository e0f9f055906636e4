package io.manta.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.testkit.GcpServer;
import io.manta.testkit.MotoServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The fake itself, asked by Google's own client: what it refuses, and that its answers fit Google's documents. */
final class FakeTest {
    @Test
    void itIsAsStrictAsTheDocumentsAndGooglesOwnClientUnderstandsIt() throws Exception {
        int port = GcpServer.shared().endpoint().getPort();
        Process check = new ProcessBuilder(
                        GcpServer.python().toString(),
                        "-B",
                        MotoServer.above("testkit/gcp/check.py").toString(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
        System.out.println("fake Google Cloud: " + said.strip());
    }
}
