package io.manta.provider.aws.network;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.client.SdkShapes;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.IpPermission;
import software.amazon.awssdk.services.ec2.model.IpRange;
import software.amazon.awssdk.services.ec2.model.Ipv6Range;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.UserIdGroupPair;

/** The group that lets nodes talk to each other, and their user in by SSH. */
public final class SecurityGroups {
    private static final List<String> PRIVATE =
            List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10");
    private static final String WORLD = "0.0.0.0/0";

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;
    private volatile boolean isNew;

    public SecurityGroups(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    /** Finds an address; absent when it cannot be told. */
    @FunctionalInterface
    public interface Caller {
        Optional<String> address() throws InterruptedException;
    }

    /** Whether this process has made the group: then nothing can be in it that this process did not put there. */
    public boolean isNew() {
        return isNew;
    }

    public String name() {
        return settings.groupName().orElse(owned.name());
    }

    /** Who may reach SSH. */
    public List<String> sources(Caller caller, Progress progress) throws InterruptedException {
        if (!settings.sshFrom().isEmpty()) {
            return settings.sshFrom();
        } else if (settings.rayDefaults()) {
            return List.of(WORLD);
        } else if (settings.internalAddresses() && !settings.externalHead()) {
            return PRIVATE;
        }
        Optional<String> address = caller.address();
        if (address.isEmpty()) {
            progress.say(AwsProblems.openToWorld().what());
            return List.of(WORLD);
        }
        return List.of(address.get() + (address.get().contains(":") ? "/128" : "/32"));
    }

    /** Makes the group, or brings it up to date; one that is not ours is left as it is. */
    public String ensure(String vpc, List<String> sources) throws ProviderException, InterruptedException {
        Optional<String> made = create(vpc);
        if (made.isPresent()) {
            authorize(made.get(), rules(made.get(), sources));
            isNew = true;
            return made.get();
        }
        SecurityGroup group = find(vpc)
                .orElseThrow(() -> AwsProblems.invalid(
                        "AWS-SECURITY-GROUP",
                        "the security group " + name() + " exists but cannot be seen",
                        "",
                        "try again"));
        if (owned.isOurs(group.tags()) || group.ipPermissions().isEmpty()) {
            update(group, sources);
        }
        return group.groupId();
    }

    private Optional<String> create(String vpc) throws ProviderException, InterruptedException {
        return AwsClients.ask("make the security group " + name(), () -> {
            try {
                return Optional.of(clients.ec2()
                        .createSecurityGroup(r -> r.groupName(name())
                                .description("Ray cluster " + settings.cluster())
                                .vpcId(vpc)
                                .tagSpecifications(owned.specification(ResourceType.SECURITY_GROUP, name())))
                        .groupId());
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).equals("InvalidGroup.Duplicate")) {
                    return Optional.<String>empty();
                }
                throw e;
            }
        });
    }

    public Optional<SecurityGroup> find(String vpc) throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the security group " + name(),
                () -> clients
                        .ec2()
                        .describeSecurityGroups(
                                r -> r.filters(Owned.filter("group-name", name()), Owned.filter("vpc-id", vpc)))
                        .securityGroups()
                        .stream()
                        .findFirst());
    }

    private void update(SecurityGroup group, List<String> sources) throws ProviderException, InterruptedException {
        var missing = new ArrayList<IpPermission>();
        for (IpPermission rule : rules(group.groupId(), sources)) {
            if (group.ipPermissions().stream().noneMatch(there -> covers(there, rule))) {
                missing.add(rule);
            }
        }
        if (!missing.isEmpty()) {
            authorize(group.groupId(), missing);
        }
        revokeOld(group, Set.copyOf(sources));
    }

    /** A caller who moves must not leave doors open behind. */
    private void revokeOld(SecurityGroup group, Set<String> sources) throws ProviderException, InterruptedException {
        var old = new HashSet<String>();
        group.ipPermissions().stream().filter(SecurityGroups::isSsh).forEach(rule -> {
            rule.ipRanges().forEach(range -> old.add(range.cidrIp()));
            rule.ipv6Ranges().forEach(range -> old.add(range.cidrIpv6()));
        });
        old.removeAll(sources);
        boolean ownRules = settings.groupRules().isEmpty();
        if (!old.isEmpty() && ownRules && owned.isOurs(group.tags())) {
            AwsClients.ask(
                    "close SSH for " + old,
                    () -> clients.ec2()
                            .revokeSecurityGroupIngress(r -> r.groupId(group.groupId())
                                    .ipPermissions(old.stream()
                                            .map(SecurityGroups::ssh)
                                            .toList())));
        }
    }

    private void authorize(String group, List<IpPermission> rules) throws ProviderException, InterruptedException {
        AwsClients.<Object>ask("open the security group " + name(), () -> {
            try {
                return clients.ec2()
                        .authorizeSecurityGroupIngress(r -> r.groupId(group).ipPermissions(rules));
            } catch (Ec2Exception e) {
                // An attempt that timed out may have succeeded.
                if (AwsErrors.code(e).equals("InvalidPermission.Duplicate")) {
                    return "";
                }
                throw e;
            }
        });
    }

    private List<IpPermission> rules(String group, List<String> sources) throws ProviderException {
        var rules = new ArrayList<IpPermission>();
        rules.add(IpPermission.builder()
                .ipProtocol("-1")
                .userIdGroupPairs(UserIdGroupPair.builder().groupId(group).build())
                .build());
        sources.forEach(source -> rules.add(ssh(source)));
        for (var given : settings.groupRules()) {
            var builder = IpPermission.builder();
            try {
                SdkShapes.fill(builder, given, "IpPermissions.");
            } catch (SdkShapes.Misfit e) {
                throw AwsProblems.invalid(
                        "AWS-SECURITY-GROUP",
                        "provider.security_group cannot be used",
                        String.valueOf(e.getMessage()),
                        "correct IpPermissions");
            }
            rules.add(builder.build());
        }
        return rules;
    }

    private static IpPermission ssh(String source) {
        var rule = IpPermission.builder().ipProtocol("tcp").fromPort(22).toPort(22);
        return source.contains(":")
                ? rule.ipv6Ranges(Ipv6Range.builder().cidrIpv6(source).build()).build()
                : rule.ipRanges(IpRange.builder().cidrIp(source).build()).build();
    }

    private static boolean isSsh(IpPermission rule) {
        return "tcp".equals(rule.ipProtocol())
                && Integer.valueOf(22).equals(rule.fromPort())
                && Integer.valueOf(22).equals(rule.toPort());
    }

    private static boolean covers(IpPermission there, IpPermission wanted) {
        boolean sameWay = wanted.ipProtocol().equals(there.ipProtocol())
                && ("-1".equals(wanted.ipProtocol())
                        || (String.valueOf(wanted.fromPort()).equals(String.valueOf(there.fromPort()))
                                && String.valueOf(wanted.toPort()).equals(String.valueOf(there.toPort()))));
        return sameWay
                && there.ipRanges().stream()
                        .map(IpRange::cidrIp)
                        .toList()
                        .containsAll(
                                wanted.ipRanges().stream().map(IpRange::cidrIp).toList())
                && there.ipv6Ranges().stream()
                        .map(Ipv6Range::cidrIpv6)
                        .toList()
                        .containsAll(wanted.ipv6Ranges().stream()
                                .map(Ipv6Range::cidrIpv6)
                                .toList())
                && there.userIdGroupPairs().stream()
                        .map(UserIdGroupPair::groupId)
                        .toList()
                        .containsAll(wanted.userIdGroupPairs().stream()
                                .map(UserIdGroupPair::groupId)
                                .toList());
    }
}
