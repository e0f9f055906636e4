package io.manta.provider.aws.check;

import io.manta.provider.aws.access.HeadRole;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.launch.InstanceRequest;
import io.manta.provider.aws.network.Network;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.prepare.ImageChoices;
import io.manta.provider.aws.prepare.Surroundings;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.common.Looks;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.sts.model.GetCallerIdentityResponse;

/** Looks at everything a launch needs, and makes nothing. Without an identity nothing else is asked. */
public final class AwsCheck {
    private static final Duration TOLERATED_SKEW = Duration.ofMinutes(4);
    private static final int ROOM_FOR_IMAGE = 60;

    private final AwsParts parts;
    private final ClusterConfig config;
    private final Surroundings surroundings;

    public AwsCheck(AwsParts parts, ClusterConfig config, Surroundings surroundings) {
        this.parts = parts;
        this.config = config;
        this.surroundings = surroundings;
    }

    /**
     * What {@code up} asks before it begins; the work that follows asks the same, and is answered from memory. Who we are is not
     * asked: the first question that is refused tells as much.
     */
    public Preflight brief() {
        var findings = new ArrayList<Finding>(Looks.of("files", this::written));
        if (new Preflight(findings).isClean()) {
            findings.addAll(Looks.of("subnets", this::subnets));
        }
        if (new Preflight(findings).isClean()) {
            findings.addAll(Looks.of("images", this::images));
        }
        return new Preflight(findings);
    }

    public Preflight thorough() {
        var findings = new ArrayList<Finding>(Looks.of("credentials", this::identity));
        findings.addAll(Looks.of("files", this::written));
        if (!new Preflight(findings).isClean()) {
            return new Preflight(findings);
        }
        var looks = new Looks();
        looks.add("subnets", this::subnets);
        looks.add("security group", this::group);
        looks.add("key pair", this::key);
        looks.add("role", this::role);
        looks.add("images", this::images);
        looks.add("instance types", () -> new CapacityCheck(parts, config).offerings());
        looks.add("quota", () -> new CapacityCheck(parts, config).quota());
        looks.add("permissions", () -> new PermissionCheck(parts, config).dryRun());
        findings.addAll(looks.findings());
        return new Preflight(findings);
    }

    private List<Finding> identity() throws ProviderException, InterruptedException {
        GetCallerIdentityResponse who =
                AwsClients.ask("ask AWS who we are", () -> parts.clients().sts().getCallerIdentity());
        var findings = new ArrayList<Finding>();
        findings.add(Finding.ok(
                "credentials",
                who.arn() + " (account " + who.account() + "), from "
                        + surroundings.identity().source()));
        findings.add(Finding.ok("region", parts.settings().region() + ", from provider.region"));
        findings.add(clock(who));
        return findings;
    }

    /** What can be told wrong without asking AWS. */
    private List<Finding> written() throws ProviderException {
        var findings = new ArrayList<Finding>();
        String region = parts.settings().region();
        if (!Region.regions().contains(Region.of(region))) {
            findings.add(Finding.problem("region", AwsProblems.unknownRegion(region)));
        }
        for (NodeType type : config.nodeTypes().values()) {
            for (Ways.Way way : parts.ways().of(type)) {
                try {
                    InstanceRequest.check(type.name(), way);
                } catch (ProviderException e) {
                    findings.add(Finding.problem("node_config", e.problem()));
                    break;
                }
            }
        }
        if (parts.settings().monitoring().isPresent()) {
            parts.cloudWatch().read();
            findings.add(Finding.ok("CloudWatch", "its files can be read"));
        }
        return findings;
    }

    private Finding clock(GetCallerIdentityResponse answer) {
        Optional<String> date = answer.sdkHttpResponse().firstMatchingHeader("Date");
        if (date.isEmpty()) {
            return Finding.ok("clock", "AWS did not say what time it is");
        }
        try {
            var theirs = ZonedDateTime.parse(date.get(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration skew = Duration.between(theirs, surroundings.clock().instant());
            return skew.abs().compareTo(TOLERATED_SKEW) < 0
                    ? Finding.ok("clock", "right")
                    : Finding.problem(
                            "clock",
                            Problem.error(
                                    "AWS-CLOCK",
                                    "this machine's clock is " + skew.toSeconds() + " s off",
                                    "AWS refuses requests signed with a wrong time",
                                    "set the clock, for example with chrony or `timedatectl set-ntp true`"));
        } catch (DateTimeParseException e) {
            return Finding.ok("clock", "AWS said " + date.get());
        }
    }

    private List<Finding> subnets() throws ProviderException, InterruptedException {
        Network.View view = parts.network().look(Optional.empty());
        if (view.usable().isEmpty() && parts.settings().makeVpc()) {
            return List.of(Finding.ok("subnets", "a network will be made"));
        }
        if (view.usable().isEmpty()) {
            return List.of(Finding.problem(
                    "subnets",
                    AwsProblems.noSubnets(
                                    parts.settings().region(),
                                    view.refused(),
                                    parts.settings().internalAddresses())
                            .problem()));
        }
        String usable = view.usable().stream()
                .map(s -> s.subnetId() + " (" + s.availabilityZone() + ")")
                .collect(Collectors.joining(", "));
        var findings = new ArrayList<Finding>();
        findings.add(Finding.ok("subnets", usable));
        view.refused().forEach(refused -> findings.add(Finding.ok("subnets", "not used: " + refused)));
        return findings;
    }

    private List<Finding> group() throws ProviderException, InterruptedException {
        List<String> sources = parts.groups().sources(surroundings.caller(), Progress.NONE);
        String name = parts.groups().name();
        boolean told = !parts.settings().sshFrom().isEmpty() || parts.settings().rayDefaults();
        if (sources.contains("0.0.0.0/0") && !told) {
            return List.of(Finding.problem("security group", AwsProblems.openToWorld()));
        }
        List<Subnet> usable = parts.network().look(Optional.empty()).usable();
        boolean there = !usable.isEmpty()
                && parts.groups().find(usable.getFirst().vpcId()).isPresent();
        return List.of(Finding.ok(
                "security group",
                name + (there ? " exists" : " will be made") + ", SSH from " + String.join(", ", sources)));
    }

    private List<Finding> key() throws ProviderException, InterruptedException {
        if (parts.keys().usersKey().isPresent()) {
            return List.of(Finding.ok(
                    "key pair", "your own: " + parts.keys().usersKey().get()));
        }
        boolean there = parts.keys().find().isPresent();
        return List.of(Finding.ok("key pair", parts.keys().name() + (there ? " exists" : " will be made")));
    }

    private List<Finding> role() throws ProviderException, InterruptedException {
        if (HeadRole.isGiven(config)) {
            return List.of(Finding.ok("role", "the head's IamInstanceProfile is given"));
        }
        boolean there = parts.role().find().isPresent();
        return List.of(Finding.ok("role", parts.role().name() + (there ? " exists" : " will be made")));
    }

    private List<Finding> images() throws ProviderException, InterruptedException {
        var findings = new ArrayList<Finding>();
        for (ImageChoices.Choice choice : new ImageChoices(parts).of(config)) {
            if (choice.problem().isPresent()) {
                findings.add(Finding.problem("image", choice.problem().get().problem()));
            } else {
                findings.add(Finding.ok("image", choice.key() + ": " + choice.image() + ", from " + choice.source()));
                disk(choice).ifPresent(problem -> findings.add(Finding.problem("disk", problem)));
            }
        }
        return findings;
    }

    /** A root volume the user chose too small for a container image; one that we choose is large enough. */
    private Optional<Problem> disk(ImageChoices.Choice choice) {
        if (config.docker().isEmpty()
                && config.nodeType(choice.nodeType()).docker().isEmpty()) {
            return Optional.empty();
        }
        for (Map<String, Object> disk :
                AwsSettings.maps(config.nodeType(choice.nodeType()).nodeConfig().get("BlockDeviceMappings"))) {
            Object size = AwsSettings.map(disk.get("Ebs")).get("VolumeSize");
            if (size instanceof Number number && number.intValue() < ROOM_FOR_IMAGE) {
                return Optional.of(Problem.warning(
                        "AWS-SMALL-DISK",
                        "node type " + choice.nodeType() + " has a disk of " + number + " GB",
                        "a Ray image with its layers while it is unpacked needs up to " + ROOM_FOR_IMAGE + " GB",
                        "raise VolumeSize, or remove BlockDeviceMappings to get enough"));
            }
        }
        return Optional.empty();
    }
}
