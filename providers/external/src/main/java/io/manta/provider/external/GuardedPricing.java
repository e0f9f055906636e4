package io.manta.provider.external;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Pricing;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.List;

/** The same distrust for what a provider offers. */
record GuardedPricing(Pricing inner, TimedCalls calls, AnswerCheck answers, Duration timeout) implements Pricing {
    @Override
    public List<Offer> offers(String nodeType) {
        try {
            return answers.offers(nodeType, calls.run("offers", timeout, () -> inner.offers(nodeType)));
        } catch (ProviderException e) {
            return List.of(Offer.plain(nodeType));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of(Offer.plain(nodeType));
        }
    }

    @Override
    public Outlook outlook(ClusterConfig config) throws ProviderException, InterruptedException {
        return calls.run("outlook", timeout, () -> inner.outlook(config));
    }
}
