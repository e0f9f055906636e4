package io.manta.remote.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.DockerSettings;
import io.manta.spi.remote.RemoteException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerFailureTest {
    private static final ContainerSpec SPEC = new ContainerSpec(
            new DockerSettings("reg/img:1", "c", true, List.of(), true, true, false), List.of(), Map.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "failed to register layer: write /x: no space left on device | DOCKER-NO-SPACE | false",
                "Got permission denied while trying to connect to the Docker daemon socket | DOCKER-DENIED | false",
                "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. | DOCKER-NOT-RUNNING | true",
                "manifest for reg/img:1 not found: manifest unknown: manifest unknown | DOCKER-NO-IMAGE | false",
                "pull access denied for img, repository does not exist or may require 'docker login' | DOCKER-LOGIN | false",
                "unauthorized: authentication required | DOCKER-LOGIN | false",
                "dial tcp: lookup reg: no such host | DOCKER-REGISTRY | true",
                "unknown flag: --gpsu | DOCKER-OPTIONS | false",
                "something else | DOCKER-FAILED | false"
            })
    void namesTheCause(String line, String code, boolean mayPass) {
        RemoteException failure = ContainerFailure.read(List.of("Pulling from img", line), SPEC);
        assertThat(failure.problem().code()).isEqualTo(code);
        assertThat(failure.mayPass()).isEqualTo(mayPass);
        assertThat(failure.problem().why()).isEqualTo(line);
    }
}
