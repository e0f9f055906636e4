package io.manta.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.kubernetes.api.ApiException;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What refusals of the API, in its own words, are taken for. */
final class FailuresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "403 | pods \"p\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=4, limited: pods=4 | KUBE-QUOTA | QUOTA",
                "403 | pods \"p\" is forbidden: violates PodSecurity \"restricted:latest\": runAsNonRoot != true | KUBE-POD-SECURITY | INVALID",
                "403 | admission webhook \"policy.example\" denied the request: no | KUBE-ADMISSION | DENIED",
                "403 | pods \"p\" is forbidden: ValidatingAdmissionPolicy 'x' denied request | KUBE-ADMISSION | DENIED",
                "403 | pods \"p\" is forbidden: maximum cpu usage per Container is 1, but limit is 2 | KUBE-LIMIT-RANGE | INVALID",
                "403 | pods \"p\" is forbidden: error looking up service account ray/x: serviceaccount \"x\" not found | KUBE-NO-ACCOUNT | UNKNOWN",
                "403 | pods is forbidden: User \"u\" cannot create resource \"pods\" in API group \"\" | KUBE-RIGHTS | DENIED",
                "403 | unable to create new content in namespace ray because it is being terminated | KUBE-NAMESPACE-ENDS | UNKNOWN",
                "401 | Unauthorized | KUBE-LOGIN | DENIED",
                "422 | Pod \"p\" is invalid: spec.containers: Required value | KUBE-INVALID | INVALID",
                "429 | slow down | KUBE-THROTTLED | THROTTLED",
                "503 | etcd | KUBE-UNREACHABLE | UNREACHABLE",
                "0 | Connection refused | KUBE-UNREACHABLE | UNREACHABLE"
            })
    void aRefusalIsReadForWhatItMeans(int status, String said, String code, Kind kind) {
        ProviderException e = Failures.of("make pod p", new ApiException(status, "", said));
        assertThat(e.problem().code()).isEqualTo(code);
        assertThat(e.kind()).isEqualTo(kind);
        assertThat(e.problem().why()).isEqualTo(said);
        assertThat(e.problem().fix()).isNotBlank();
    }
}
