package io.manta.provider.kubernetes;

import io.manta.provider.kubernetes.access.Access;
import io.manta.provider.kubernetes.access.Remembered;
import io.manta.provider.kubernetes.api.HttpWire;
import io.manta.provider.kubernetes.api.KubeApi;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Opens {@code provider: {type: kubernetes}}. */
public final class KubernetesFactory implements NodeProviderFactory {
    /** System property: the context that the command line asks for. */
    private static final String CONTEXT = "manta.kubernetes.context";

    /** System property: the kubeconfig file that the command line asks for. */
    private static final String KUBECONFIG = "manta.kubernetes.kubeconfig";

    private static final Duration POOL_PATIENCE = Duration.ofSeconds(30);

    @Override
    public String type() {
        return "kubernetes";
    }

    @Override
    public NodeProvider open(ProviderContext context) throws ProblemException {
        var settings = KubernetesSettings.of(context.config());
        Access access = Access.find(
                Optional.ofNullable(System.getProperty(KUBECONFIG)).or(settings::kubeconfig),
                Optional.ofNullable(System.getProperty(CONTEXT))
                        .or(settings::context)
                        .or(() -> Remembered.context(context.state())),
                context.onHead(),
                System.getenv(),
                Path.of(System.getProperty("user.home")));
        return new KubernetesNodeProvider(
                context.config(),
                new KubeApi(new HttpWire(access), KubeApi.Patience.USUAL),
                new KubernetesNodeProvider.Surroundings(
                        access, context.state(), context.onHead(), true, POOL_PATIENCE));
    }
}
