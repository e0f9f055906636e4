package io.manta.provider.gcp;

import io.manta.provider.common.CallerAddress;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;
import java.time.Clock;
import java.time.Duration;

/** Opens {@code provider: {type: gcp}}. */
public final class GcpFactory implements NodeProviderFactory {
    // The daemon looks every second; Google is asked less often, since nobody else changes the cluster's machines.
    private static final Duration FRESH_ON_HEAD = Duration.ofSeconds(3);
    private static final Duration FRESH = Duration.ofMillis(1500);

    @Override
    public String type() {
        return "gcp";
    }

    @Override
    public NodeProvider open(ProviderContext context) {
        var settings = GcpSettings.of(context.config());
        var surroundings = new GcpNodeProvider.Surroundings(
                settings.identity(context.onHead()),
                Rest.Link.DEFAULT.at(settings.endpoint()),
                context.onHead() ? FRESH_ON_HEAD : FRESH,
                CallerAddress::find,
                Clock.systemUTC());
        return new GcpNodeProvider(context, surroundings);
    }
}
