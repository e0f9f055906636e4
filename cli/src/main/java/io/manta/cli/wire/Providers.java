package io.manta.cli.wire;

import io.manta.provider.external.ExternalFactory;
import io.manta.provider.kubernetes.KubernetesFactory;
import io.manta.provider.localhost.LocalhostFactory;
import io.manta.provider.onprem.OnPremFactory;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProviderFactory;

/** Which provider a type name means. */
final class Providers {
    private Providers() {}

    // Named one by one: a search for services would load every provider's classes for every verb.
    static NodeProviderFactory of(String type) throws ProblemException {
        return switch (type) {
            case "localhost" -> new LocalhostFactory();
            case "local" -> new OnPremFactory();
            case "external" -> new ExternalFactory();
            case "kubernetes" -> new KubernetesFactory();
            case "aws" -> SeparateJars.factory("aws", "io.manta.provider.aws.AwsFactory");
            case "gcp" -> SeparateJars.factory("gcp", "io.manta.provider.gcp.GcpFactory");
            default ->
                throw new ProblemException(Problem.error(
                        "PROVIDER-NOT-HERE",
                        "provider type " + type + " cannot launch machines yet",
                        "this version of Manta launches clusters on: localhost, local, aws, gcp, kubernetes, external",
                        "use `provider: {type: localhost}`; `manta validate` and `manta config` work for every type"));
        };
    }
}
