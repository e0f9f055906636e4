package io.manta.provider.onprem;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.NodeRole;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.5, 10.0.0.5, , 0",
        "node7.lab, node7.lab, , 0",
        "ray@10.0.0.5, 10.0.0.5, ray, 0",
        "10.0.0.5:2222, 10.0.0.5, , 2222",
        "ray@node7:22022, node7, ray, 22022",
        "fd00::5, fd00::5, , 0",
        "ray@[fd00::5]:2222, fd00::5, ray, 2222"
    })
    void isWrittenAsForSsh(String written, String name, String user, int port) {
        assertThat(Host.parse(written, NodeRole.WORKER))
                .isEqualTo(new Host(name, NodeRole.WORKER, Optional.ofNullable(user), port));
    }
}
