package io.manta.provider.aws.access;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Monitoring;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ImageBakery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** What the head may do, and what the user must be allowed to: as IAM reads it. */
public final class Policies {
    private final AwsSettings settings;
    private final Owned owned;
    private final String partition;

    public Policies(AwsSettings settings, Owned owned) {
        this.settings = settings;
        this.owned = owned;
        // By the region's name: those that are newer than the SDK have a partition, too.
        this.partition = PartitionMetadata.of(Region.of(settings.region())).id();
    }

    public String partition() {
        return partition;
    }

    public String trust() {
        String service = partition.equals("aws-cn") ? "ec2.amazonaws.com.cn" : "ec2.amazonaws.com";
        return document(List.of(
                Map.of("Effect", "Allow", "Principal", Map.of("Service", service), "Action", "sts:AssumeRole")));
    }

    /**
     * Machines of this cluster only, told by their tag.
     *
     * @param workerProfiles roles that workers shall have, which the head therefore passes on
     * @param registry whether images come from a private registry of the account
     */
    public String head(List<String> workerProfiles, boolean registry) {
        var statements = new ArrayList<Map<String, Object>>();
        statements.add(allow(
                "Look",
                List.of("ec2:DescribeInstances", "ec2:DescribeInstanceTypes", "ec2:DescribeSpotInstanceRequests"),
                List.of("*"),
                Map.of()));
        statements.add(allow("Launch", List.of("ec2:RunInstances"), made(), equal("aws:RequestTag/" + Tags.CLUSTER)));
        statements.add(allow("LaunchFrom", List.of("ec2:RunInstances"), used(), Map.of()));
        statements.add(allow(
                "TagNew",
                List.of("ec2:CreateTags"),
                made(),
                Map.of("StringEquals", Map.of("ec2:CreateAction", "RunInstances"))));
        statements.add(allow(
                "Own",
                List.of(
                        "ec2:CreateTags",
                        "ec2:TerminateInstances",
                        "ec2:StopInstances",
                        "ec2:StartInstances",
                        "ec2:GetConsoleOutput"),
                List.of(arn("ec2", "instance/*")),
                equal("aws:ResourceTag/" + Tags.CLUSTER)));
        if (!workerProfiles.isEmpty()) {
            statements.add(allow(
                    "Pass",
                    List.of("iam:PassRole"),
                    workerProfiles,
                    Map.of("StringLike", Map.of("iam:PassedToService", "ec2.amazonaws.com*"))));
        }
        if (registry) {
            statements.add(allow("Pull", PULL, List.of("*"), Map.of()));
        }
        Monitoring watch = settings.monitoring().orElse(Monitoring.NONE);
        if (watch.agent().isPresent()) {
            statements.add(allow("Metrics", METRICS, List.of("*"), Map.of()));
        }
        if (watch.alarm().isPresent()) {
            List<String> alarms = List.of(arn("cloudwatch", "alarm:*"));
            statements.add(allow("LookAtAlarms", List.of("cloudwatch:DescribeAlarms"), List.of("*"), Map.of()));
            statements.add(allow(
                    "Alarms",
                    List.of("cloudwatch:PutMetricAlarm", "cloudwatch:TagResource"),
                    alarms,
                    equal("aws:RequestTag/" + Tags.CLUSTER)));
            statements.add(allow(
                    "OwnAlarms", List.of("cloudwatch:DeleteAlarms"), alarms, equal("aws:ResourceTag/" + Tags.CLUSTER)));
        }
        return document(statements);
    }

    private static final List<String> PULL = List.of(
            "ecr:GetAuthorizationToken",
            "ecr:BatchCheckLayerAvailability",
            "ecr:GetDownloadUrlForLayer",
            "ecr:BatchGetImage");

    // What the CloudWatch agent sends.
    private static final List<String> METRICS = List.of(
            "cloudwatch:PutMetricData",
            "ec2:DescribeVolumes",
            "ec2:DescribeTags",
            "logs:PutLogEvents",
            "logs:DescribeLogStreams",
            "logs:DescribeLogGroups",
            "logs:CreateLogStream",
            "logs:CreateLogGroup",
            "logs:TagResource");

    /** Everything that {@code up}, {@code down}, {@code doctor} and the other verbs ask of AWS. */
    public String user() {
        var statements = new ArrayList<Map<String, Object>>();
        statements.add(allow(
                "Look",
                List.of(
                        "ec2:Describe*",
                        "ec2:GetConsoleOutput",
                        "ssm:GetParameters",
                        "ecr:GetAuthorizationToken",
                        "sts:GetCallerIdentity",
                        "iam:SimulatePrincipalPolicy",
                        "servicequotas:GetServiceQuota"),
                List.of("*"),
                Map.of()));
        statements.add(allow(
                "Make",
                List.of(
                        "ec2:RunInstances",
                        "ec2:CreateTags",
                        "ec2:CreateSecurityGroup",
                        "ec2:AuthorizeSecurityGroupIngress",
                        "ec2:RevokeSecurityGroupIngress",
                        "ec2:ImportKeyPair",
                        "ec2:CreatePlacementGroup",
                        "ec2:CreateVpc",
                        "ec2:ModifyVpcAttribute",
                        "ec2:CreateSubnet",
                        "ec2:ModifySubnetAttribute",
                        "ec2:CreateInternetGateway",
                        "ec2:AttachInternetGateway",
                        "ec2:CreateRoute",
                        "ec2:CreateImage"),
                List.of("*"),
                Map.of("StringEquals", Map.of("aws:RequestedRegion", settings.region()))));
        statements.add(allow(
                "End",
                List.of(
                        "ec2:TerminateInstances",
                        "ec2:StopInstances",
                        "ec2:StartInstances",
                        "ec2:DeleteSecurityGroup",
                        "ec2:DeleteKeyPair",
                        "ec2:DeletePlacementGroup",
                        "ec2:DetachInternetGateway",
                        "ec2:DeleteInternetGateway",
                        "ec2:DeleteSubnet",
                        "ec2:DeleteVpc",
                        "ec2:DeregisterImage",
                        "ec2:DeleteSnapshot"),
                List.of("*"),
                Map.of("StringEquals", Map.of("aws:ResourceTag/" + Tags.CLUSTER, clusters()))));
        statements.add(allow(
                "HeadRole",
                List.of(
                        "iam:CreateRole",
                        "iam:TagRole",
                        "iam:GetRole",
                        "iam:PutRolePolicy",
                        "iam:DeleteRolePolicy",
                        "iam:DeleteRole",
                        "iam:PassRole",
                        "iam:CreateInstanceProfile",
                        "iam:TagInstanceProfile",
                        "iam:GetInstanceProfile",
                        "iam:AddRoleToInstanceProfile",
                        "iam:RemoveRoleFromInstanceProfile",
                        "iam:DeleteInstanceProfile"),
                clusters().stream()
                        .map(owned::roleName)
                        .flatMap(role -> Stream.of("role/", "instance-profile/").map(kind -> kind + role))
                        .map(name -> "arn:" + partition + ":iam::*:" + name)
                        .toList(),
                Map.of()));
        if (settings.sharedFiles().isPresent()) {
            statements.add(allow(
                    "SharedFiles",
                    List.of(
                            "elasticfilesystem:CreateFileSystem",
                            "elasticfilesystem:TagResource",
                            "elasticfilesystem:Describe*",
                            "elasticfilesystem:CreateMountTarget",
                            "elasticfilesystem:DeleteMountTarget",
                            "elasticfilesystem:DeleteFileSystem",
                            "ec2:CreateNetworkInterface",
                            "ec2:DeleteNetworkInterface"),
                    List.of("*"),
                    Map.of("StringEquals", Map.of("aws:RequestedRegion", settings.region()))));
        }
        if (settings.monitoring().isPresent()) {
            statements.add(allow(
                    "CloudWatch",
                    WATCH,
                    List.of("*"),
                    Map.of("StringEquals", Map.of("aws:RequestedRegion", settings.region()))));
        }
        return document(statements);
    }

    private static final List<String> WATCH = List.of(
            "cloudwatch:PutMetricAlarm",
            "cloudwatch:TagResource",
            "cloudwatch:DescribeAlarms",
            "cloudwatch:DeleteAlarms",
            "cloudwatch:PutDashboard",
            "cloudwatch:GetDashboard",
            "cloudwatch:ListDashboards",
            "cloudwatch:DeleteDashboards",
            "logs:CreateLogGroup",
            "logs:TagResource",
            "logs:ListTagsForResource",
            "logs:DescribeLogGroups",
            "logs:DeleteLogGroup");

    /** The cluster, and the one that {@code manta bake} works in. */
    private List<String> clusters() {
        return List.of(settings.cluster(), settings.cluster() + ImageBakery.SUFFIX);
    }

    private List<String> made() {
        return List.of(
                arn("ec2", "instance/*"),
                arn("ec2", "volume/*"),
                arn("ec2", "network-interface/*"),
                arn("ec2", "spot-instances-request/*"));
    }

    private List<String> used() {
        return List.of(
                "arn:" + partition + ":ec2:" + settings.region() + "::image/*",
                "arn:" + partition + ":ec2:" + settings.region() + "::snapshot/*",
                arn("ec2", "subnet/*"),
                arn("ec2", "security-group/*"),
                arn("ec2", "key-pair/*"),
                arn("ec2", "placement-group/*"),
                arn("ec2", "launch-template/*"),
                arn("ec2", "capacity-reservation/*"));
    }

    private String arn(String service, String resource) {
        return "arn:" + partition + ":" + service + ":" + settings.region() + ":*:" + resource;
    }

    private Map<String, Object> equal(String key) {
        return Map.of("StringEquals", Map.of(key, settings.cluster()));
    }

    private static Map<String, Object> allow(
            String id, List<String> actions, List<String> resources, Map<String, Object> condition) {
        var statement = new LinkedHashMap<String, Object>();
        statement.put("Sid", id);
        statement.put("Effect", "Allow");
        statement.put("Action", actions);
        statement.put("Resource", resources);
        if (!condition.isEmpty()) {
            statement.put("Condition", condition);
        }
        return statement;
    }

    private static String document(List<Map<String, Object>> statements) {
        var document = new LinkedHashMap<String, Object>();
        document.put("Version", "2012-10-17");
        document.put("Statement", statements);
        try {
            return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
