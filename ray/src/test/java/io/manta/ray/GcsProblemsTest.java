package io.manta.ray;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GcsProblemsTest {
    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE, RAY-UNREACHABLE",
        "DEADLINE_EXCEEDED, RAY-TIMEOUT",
        "UNAUTHENTICATED, RAY-AUTH",
        "PERMISSION_DENIED, RAY-AUTH",
        "UNIMPLEMENTED, RAY-VERSION",
        "RESOURCE_EXHAUSTED, RAY-TOO-MUCH",
        "ABORTED, RAY-REFUSED",
        "INTERNAL, RAY-REFUSED"
    })
    void namesTheKindOfFailure(Status.Code code, String expected) {
        var problem = GcsProblems.of(code.toStatus().withDescription("because"), "do it", "h:1", false);
        assertThat(problem.code()).isEqualTo(expected);
        assertThat(problem.what()).startsWith("cannot do it: ").contains("h:1");
        assertThat(problem.why()).isEqualTo("because");
        assertThat(problem.fix()).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void isDocumentedWhateverHappens(Status.Code code) throws IOException {
        String documented = Files.readString(Path.of("../docs/problems/ray.md"));
        var problem = GcsProblems.of(code.toStatus(), "do it", "h:1", true);
        assertThat(documented).contains("`" + problem.code() + "`");
    }

    @Test
    void tellsAMissingTokenFromAWrongOne() {
        var missing = GcsProblems.of(Status.UNAUTHENTICATED, "do it", "h:1", false);
        var wrong = GcsProblems.of(Status.UNAUTHENTICATED, "do it", "h:1", true);
        assertThat(missing.what()).contains("without a token");
        assertThat(wrong.what()).contains("our token");
        assertThat(missing.fix()).isNotEqualTo(wrong.fix());
    }

    @Test
    void addsWhatTheNetworkSaid() {
        var status =
                Status.UNAVAILABLE.withDescription("io exception").withCause(new IOException("Connection refused"));
        assertThat(GcsProblems.of(status, "do it", "h:1", false).why()).isEqualTo("io exception: Connection refused");
    }
}
