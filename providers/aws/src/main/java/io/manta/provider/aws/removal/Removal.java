package io.manta.provider.aws.removal;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.common.Insistence;
import io.manta.provider.common.Together;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.KeyPairInfo;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/** Removes what carries the cluster's mark, in the order in which AWS lets go of it. */
public final class Removal {
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final AwsParts parts;
    private final Duration patience;
    private final Clock clock;
    private final Optional<MonitoringTexts> texts;

    /**
     * @param patience how long a security group may still be held by machines that have just ended
     * @param texts what CloudWatch was told to have, if that is known here
     */
    public Removal(AwsParts parts, Duration patience, Clock clock, Optional<MonitoringTexts> texts) {
        this.texts = texts;
        this.parts = parts;
        this.patience = patience;
        this.clock = clock;
    }

    public void run() throws ProviderException, InterruptedException {
        var insistence = new Insistence(clock, patience);
        // First: what is left by a removal that was cut off is found by the cluster's other things.
        insistence.remove("CloudWatch", () -> parts.cloudWatch().remove(texts));
        try (var together = new Together()) {
            var role = together.begin(
                    () -> insistence.remove("role", () -> parts.role().remove()));
            // Images are made in clusters of their own only: the others need not be asked.
            boolean bakes = parts.settings().cluster().endsWith(ImageBakery.SUFFIX);
            var images = together.begin(() ->
                    !bakes || insistence.remove("images", () -> parts.baked().removeUnfinished()));
            var keys = together.begin(() -> insistence.remove("key pairs", this::removeKeys));
            insistence.remove("placement group", () -> parts.placement().remove());
            insistence.remove("security groups", () -> {
                List<SecurityGroup> groups = ownGroups();
                parts.files().remove(groups.stream().map(SecurityGroup::groupId).toList());
                removeGroups(groups);
            });
            // Also one that the file no longer asks for.
            insistence.remove("network", () -> parts.vpc().remove());
            role.get();
            keys.get();
            images.get();
        }
        if (!insistence.left().isEmpty()) {
            throw AwsProblems.leftBehind(insistence.left());
        }
    }

    public List<KeyPairInfo> ownKeys() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's key pairs",
                () -> parts.clients()
                        .ec2()
                        .describeKeyPairs(r -> r.filters(parts.owned().filter()))
                        .keyPairs());
    }

    private void removeKeys() throws ProviderException, InterruptedException {
        for (KeyPairInfo key : ownKeys()) {
            AwsClients.ask(
                    "remove the key pair " + key.keyName(),
                    () -> parts.clients()
                            .ec2()
                            .deleteKeyPair(r -> r.keyPairId(key.keyPairId()).keyName(key.keyName())));
        }
    }

    public List<SecurityGroup> ownGroups() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's security groups",
                () -> parts.clients()
                        .ec2()
                        .describeSecurityGroups(r -> r.filters(parts.owned().filter()))
                        .securityGroups());
    }

    private void removeGroups(List<SecurityGroup> groups) throws ProviderException, InterruptedException {
        var held = new ArrayList<String>();
        for (SecurityGroup group : groups) {
            if (!remove(group)) {
                held.add("security group " + group.groupId() + " (" + group.groupName() + "): something still uses it");
            }
        }
        if (!held.isEmpty()) {
            throw AwsProblems.held(held);
        }
    }

    private boolean remove(SecurityGroup group) throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(patience);
        while (true) {
            boolean gone = AwsClients.ask("remove the security group " + group.groupId(), () -> {
                try {
                    parts.clients().ec2().deleteSecurityGroup(r -> r.groupId(group.groupId()));
                    return true;
                } catch (Ec2Exception e) {
                    String code = AwsErrors.code(e);
                    if (code.equals("DependencyViolation") || code.equals("InvalidGroup.InUse")) {
                        return false;
                    } else if (code.equals("InvalidGroup.NotFound")) {
                        return true;
                    }
                    throw e;
                }
            });
            if (gone || clock.instant().isAfter(deadline)) {
                return gone;
            }
            Thread.sleep(ROUND);
        }
    }
}
