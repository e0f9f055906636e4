package io.manta.provider.aws.stopped;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.offer.PriceList;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ec2.model.Volume;

/** The volumes of a cluster: they cost as long as they exist, whether their instances run or not. */
public record Disks(AwsSettings settings, AwsClients clients) {
    public List<Volume> all() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's volumes",
                () -> clients
                        .ec2()
                        .describeVolumesPaginator(
                                r -> r.filters(Owned.filter("tag:" + Tags.CLUSTER, settings.cluster())))
                        .volumes()
                        .stream()
                        .toList());
    }

    /** US dollars a month, at the price of a common disk. */
    public double monthly(int gigabytes) {
        return gigabytes * PriceList.bundled().diskMonthly(settings.region());
    }

    /** US dollars a month by instance. */
    Map<String, Double> monthlyByInstance() throws ProviderException, InterruptedException {
        var costs = new HashMap<String, Double>();
        for (Volume volume : all()) {
            volume.attachments().forEach(to -> costs.merge(to.instanceId(), monthly(volume.size()), (a, b) -> a + b));
        }
        return costs;
    }
}
