package io.manta.provider.aws.check;

import io.manta.core.model.ClusterConfig;
import io.manta.core.port.Preflight.Finding;
import io.manta.core.port.ProviderException;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.prepare.ImageChoices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.ResourceType;

/** Asks EC2 what it would say, without it doing anything. */
public final class PermissionCheck {
    private final AwsParts parts;
    private final ClusterConfig config;

    public PermissionCheck(AwsParts parts, ClusterConfig config) {
        this.parts = parts;
        this.config = config;
    }

    public List<Finding> dryRun() throws ProviderException, InterruptedException {
        Ec2Client ec2 = parts.clients().ec2();
        var tries = new LinkedHashMap<String, Runnable>();
        Network.View view = parts.network().look(Optional.empty());
        if (!view.usable().isEmpty()) {
            String subnet = view.usable().getFirst().subnetId();
            String vpc = view.usable().getFirst().vpcId();
            Ways.Way head = parts.ways().of(config.head()).getFirst();
            Optional<String> image = new ImageChoices(parts)
                    .of(config).stream()
                            .filter(choice -> choice.nodeType().equals(config.headType()))
                            .map(ImageChoices.Choice::image)
                            .filter(id -> !id.isEmpty())
                            .findFirst();
            image.ifPresent(id -> tries.put(
                    "ec2:RunInstances",
                    () -> ec2.runInstances(r -> r.dryRun(true)
                            .imageId(id)
                            .instanceType(head.instanceType())
                            .subnetId(subnet)
                            .minCount(1)
                            .maxCount(1)
                            .tagSpecifications(parts.owned().specification(ResourceType.INSTANCE)))));
            tries.put(
                    "ec2:CreateSecurityGroup",
                    () -> ec2.createSecurityGroup(r -> r.dryRun(true)
                            .groupName(parts.owned().name() + "-dry")
                            .description("dry run")
                            .vpcId(vpc)));
        }
        tries.put(
                "ec2:ImportKeyPair",
                () -> ec2.importKeyPair(r -> r.dryRun(true)
                        .keyName(parts.owned().name() + "-dry")
                        .publicKeyMaterial(SdkBytes.fromUtf8String("ssh-ed25519 AAAA"))));
        return judge(tries);
    }

    private static List<Finding> judge(Map<String, Runnable> tries) throws ProviderException, InterruptedException {
        var findings = new ArrayList<Finding>();
        var fine = new ArrayList<String>();
        for (var entry : tries.entrySet()) {
            String code = AwsClients.ask("try " + entry.getKey(), () -> {
                try {
                    entry.getValue().run();
                    return "";
                } catch (Ec2Exception e) {
                    return AwsErrors.code(e);
                }
            });
            if (AwsErrors.kind(code, 400) == ProviderException.Kind.DENIED) {
                findings.add(Finding.problem(
                        "permissions", AwsProblems.denied("call " + entry.getKey(), code + " in a dry run")));
            } else {
                fine.add(entry.getKey());
            }
        }
        if (!fine.isEmpty()) {
            findings.addFirst(Finding.ok("permissions", "allowed (dry run): " + String.join(", ", fine)));
        }
        return findings;
    }
}
