package io.manta.provider.aws.check;

import io.manta.provider.aws.access.HeadRole;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.prepare.ImageChoices;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.iam.model.EvaluationResult;
import software.amazon.awssdk.services.iam.model.PolicyEvaluationDecisionType;

/** Asks EC2 what it would say, without it doing anything. */
public final class PermissionCheck {
    private static final List<String> ROLE_ACTIONS = List.of(
            "iam:CreateRole",
            "iam:PutRolePolicy",
            "iam:CreateInstanceProfile",
            "iam:AddRoleToInstanceProfile",
            "iam:PassRole");

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
        view.usable().stream()
                .findFirst()
                .ifPresent(subnet -> tries.put(
                        "ec2:CreateTags",
                        () -> ec2.createTags(r -> r.dryRun(true)
                                .resources(subnet.subnetId())
                                .tags(Owned.tags(parts.owned().marks())))));
        if (parts.settings().makeVpc()) {
            tries.put("ec2:CreateVpc", () -> ec2.createVpc(r -> r.dryRun(true).cidrBlock("10.88.0.0/16")));
        }
        if (parts.settings().placementGroup().isPresent()) {
            tries.put(
                    "ec2:CreatePlacementGroup",
                    () -> ec2.createPlacementGroup(r -> r.dryRun(true)
                            .groupName(parts.owned().name() + "-dry")
                            .strategy(parts.settings().placementGroup().get())));
        }
        tries.put(
                "ec2:ImportKeyPair",
                () -> ec2.importKeyPair(r -> r.dryRun(true)
                        .keyName(parts.owned().name() + "-dry")
                        .publicKeyMaterial(SdkBytes.fromUtf8String("ssh-ed25519 AAAA"))));
        var findings = new ArrayList<>(judge(tries));
        if (!HeadRole.isGiven(config)) {
            findings.addAll(roles());
        }
        return findings;
    }

    /** IAM knows no dry run, but whoever may ask it is told what it would allow. */
    private List<Finding> roles() throws ProviderException, InterruptedException {
        String arn = AwsClients.ask(
                "ask AWS who we are",
                () -> parts.clients().sts().getCallerIdentity().arn());
        try {
            List<EvaluationResult> answers = parts.clients()
                    .iam()
                    .simulatePrincipalPolicy(r -> r.policySourceArn(principal(arn))
                            .actionNames(ROLE_ACTIONS)
                            .resourceArns(arn.replaceAll(":(sts|iam)::(\\d+):.*", ":iam::$2:role/")
                                    + parts.role().name()))
                    .evaluationResults();
            List<String> denied = answers.stream()
                    .filter(answer -> answer.evalDecision() != PolicyEvaluationDecisionType.ALLOWED)
                    .map(EvaluationResult::evalActionName)
                    .toList();
            return denied.isEmpty()
                    ? List.of(Finding.ok("permissions", "allowed (simulated): " + String.join(", ", ROLE_ACTIONS)))
                    : List.of(Finding.problem(
                            "permissions",
                            AwsProblems.denied("call " + String.join(", ", denied), "IAM's simulator says so")));
        } catch (SdkException e) {
            return List.of(Finding.ok("permissions", "roles: not known, the simulator may not be asked"));
        }
    }

    /** A session of an assumed role has the rights of the role. */
    static String principal(String arn) {
        return arn.replaceAll(":sts::(\\d+):assumed-role/([^/]+)/.*", ":iam::$1:role/$2");
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
