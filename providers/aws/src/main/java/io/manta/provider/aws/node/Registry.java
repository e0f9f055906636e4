package io.manta.provider.aws.node;

import io.manta.provider.aws.client.AwsClients;
import io.manta.spi.provider.ProviderException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ecr.model.AuthorizationData;

/** A private registry (ECR) that a container's image lies in. */
record Registry(String host, String account, String region) {
    private static final Pattern HOST =
            Pattern.compile("^((\\d{12})\\.dkr\\.ecr(?:-fips)?\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?)/.*");

    static Optional<Registry> of(String image) {
        Matcher matcher = HOST.matcher(image);
        return matcher.matches()
                ? Optional.of(new Registry(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /** As Docker keeps it: user and password, encoded. Good for twelve hours. */
    String password(AwsClients clients) throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "get a password for " + host,
                () -> clients.ecr(Region.of(region)).getAuthorizationToken().authorizationData().stream()
                        .map(AuthorizationData::authorizationToken)
                        .findFirst()
                        .orElse(""));
    }
}
