package io.manta.provider.aws.instance;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.spi.provider.ProviderException;
import java.util.List;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

/** Ends, stops or starts many instances in few calls; those that are gone already do not hinder the others. */
public record BulkCalls(AwsClients clients, Instances instances) {
    private static final int MOST_PER_CALL = 500;

    /** Does something to many instances at once. */
    @FunctionalInterface
    private interface Bulk {
        Object run(List<String> ids);
    }

    public void end(List<String> ids) throws ProviderException, InterruptedException {
        each(ids, "end", chunk -> clients.ec2().terminateInstances(r -> r.instanceIds(chunk)));
    }

    public void stop(List<String> ids) throws ProviderException, InterruptedException {
        each(ids, "stop", chunk -> clients.ec2().stopInstances(r -> r.instanceIds(chunk)));
    }

    public void start(List<String> ids) throws ProviderException, InterruptedException {
        each(ids, "start", chunk -> clients.ec2().startInstances(r -> r.instanceIds(chunk)));
        ids.forEach(instances::restarted);
    }

    /** When one of many is gone meanwhile, EC2 refuses all; then each is asked for by itself. */
    private void each(List<String> ids, String verb, Bulk bulk) throws ProviderException, InterruptedException {
        for (int at = 0; at < ids.size(); at += MOST_PER_CALL) {
            List<String> chunk = ids.subList(at, Math.min(ids.size(), at + MOST_PER_CALL));
            boolean done = AwsClients.ask(verb + " " + chunk.size() + " instance(s)", () -> {
                try {
                    bulk.run(chunk);
                    return true;
                } catch (Ec2Exception e) {
                    String code = AwsErrors.code(e);
                    if (code.startsWith("InvalidInstanceID") || code.equals("IncorrectInstanceState")) {
                        return false;
                    }
                    throw e;
                }
            });
            if (!done && chunk.size() > 1) {
                for (String id : chunk) {
                    each(List.of(id), verb, bulk);
                }
            }
            instances.ended(chunk);
        }
    }
}
