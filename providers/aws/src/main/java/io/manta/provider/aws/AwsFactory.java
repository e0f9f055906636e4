package io.manta.provider.aws;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.Identity;
import io.manta.provider.aws.prepare.Surroundings;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.common.CallerAddress;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProviderFactory;
import io.manta.spi.provider.ProviderContext;
import java.time.Clock;
import java.time.Duration;

/** Opens {@code provider: {type: aws}}. */
public final class AwsFactory implements NodeProviderFactory {
    // The daemon looks every second; EC2 is asked less often, since nobody else changes the cluster's machines.
    private static final Duration FRESH_ON_HEAD = Duration.ofSeconds(3);
    private static final Duration FRESH = Duration.ofMillis(1500);
    private static final Duration TAGGING = Duration.ofMillis(150);

    @Override
    public String type() {
        return "aws";
    }

    @Override
    public NodeProvider open(ProviderContext context) {
        var settings = AwsSettings.of(context.config());
        var surroundings = new Surroundings(
                Identity.of(settings, context.onHead()),
                AwsClients.Link.DEFAULT,
                context.onHead() ? FRESH_ON_HEAD : FRESH,
                TAGGING,
                CallerAddress::find,
                Clock.systemUTC());
        return new AwsNodeProvider(
                context.config(), context.state(), context.runtime(), context.onHead(), surroundings);
    }
}
