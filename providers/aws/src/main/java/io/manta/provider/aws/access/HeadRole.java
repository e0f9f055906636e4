package io.manta.provider.aws.access;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.DockerSettings;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.iam.model.EntityAlreadyExistsException;
import software.amazon.awssdk.services.iam.model.IamException;
import software.amazon.awssdk.services.iam.model.InstanceProfile;
import software.amazon.awssdk.services.iam.model.LimitExceededException;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;

/** The role with which the head's daemon launches and ends workers, and the profile that carries it. */
public final class HeadRole {
    private static final String POLICY = "cluster";
    private static final Pattern PRIVATE_REGISTRY = Pattern.compile("\\d{12}\\.dkr\\.ecr\\..*");
    private static final List<String> RAYS = List.of("AmazonEC2FullAccess", "AmazonS3FullAccess");

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    public HeadRole(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    public String name() {
        return owned.roleName();
    }

    public static boolean isGiven(ClusterConfig config) {
        return config.head().nodeConfig().containsKey("IamInstanceProfile");
    }

    public String policy(ClusterConfig config) {
        return new Policies(settings, owned).head(workerRoles(config), usesPrivateRegistry(config));
    }

    /** Creating comes first and looking only when it is there already: one call instead of two, and no gap between them. */
    public String ensure(ClusterConfig config) throws ProviderException, InterruptedException {
        var policies = new Policies(settings, owned);
        boolean isNew = AwsClients.ask("make the role " + name(), () -> {
            try {
                clients.iam()
                        .createRole(r -> r.roleName(name())
                                .assumeRolePolicyDocument(policies.trust())
                                .description("Head of the Ray cluster " + settings.cluster())
                                .tags(tags()));
                return true;
            } catch (EntityAlreadyExistsException e) {
                return false;
            }
        });
        if (!isNew && find().filter(role -> isOurs(role.tags())).isEmpty()) {
            throw AwsProblems.invalid(
                    "AWS-ROLE",
                    "there is a role " + name() + " that this cluster did not make",
                    "its tag " + Owned.MARK + " does not name this cluster",
                    "remove it, rename the cluster, or give the head's `IamInstanceProfile`");
        }
        AwsClients.ask(
                "write the policy of the role " + name(),
                () -> clients.iam()
                        .putRolePolicy(
                                r -> r.roleName(name()).policyName(POLICY).policyDocument(policy(config))));
        if (settings.rayDefaults()) {
            attachRays(policies.partition());
        }
        makeProfile();
        return name();
    }

    private void attachRays(String partition) throws ProviderException, InterruptedException {
        for (String managed : RAYS) {
            AwsClients.ask(
                    "attach " + managed,
                    () -> clients.iam()
                            .attachRolePolicy(r ->
                                    r.roleName(name()).policyArn("arn:" + partition + ":iam::aws:policy/" + managed)));
        }
    }

    private void makeProfile() throws ProviderException, InterruptedException {
        AwsClients.<Object>ask("make the instance profile " + name(), () -> {
            try {
                return clients.iam()
                        .createInstanceProfile(
                                r -> r.instanceProfileName(name()).tags(tags()));
            } catch (EntityAlreadyExistsException e) {
                return "";
            }
        });
        AwsClients.<Object>ask("put the role into its profile " + name(), () -> {
            try {
                return clients.iam()
                        .addRoleToInstanceProfile(
                                r -> r.instanceProfileName(name()).roleName(name()));
            } catch (LimitExceededException | EntityAlreadyExistsException e) {
                // A profile holds one role: it is in there.
                return "";
            }
        });
    }

    public Optional<Role> find() throws ProviderException, InterruptedException {
        return AwsClients.ask("look for the role " + name(), () -> {
            try {
                return Optional.of(
                        clients.iam().getRole(r -> r.roleName(name())).role());
            } catch (NoSuchEntityException e) {
                return Optional.<Role>empty();
            }
        });
    }

    /** A profile of ours; it may outlive its role when an earlier removal was cut off. */
    public Optional<InstanceProfile> profile() throws ProviderException, InterruptedException {
        return AwsClients.ask("look for the instance profile " + name(), () -> {
            try {
                return Optional.of(clients.iam()
                                .getInstanceProfile(r -> r.instanceProfileName(name()))
                                .instanceProfile())
                        .filter(profile -> isOurs(profile.tags()));
            } catch (NoSuchEntityException e) {
                return Optional.<InstanceProfile>empty();
            }
        });
    }

    /** In the only order IAM allows; every step may have been done before. The role ends last: it carries the mark. */
    public void remove() throws ProviderException, InterruptedException {
        Optional<InstanceProfile> profile = profile();
        if (profile.isPresent()) {
            if (profile.get().hasRoles() && !profile.get().roles().isEmpty()) {
                step(
                        "take the role out of its profile",
                        () -> clients.iam()
                                .removeRoleFromInstanceProfile(
                                        r -> r.instanceProfileName(name()).roleName(name())));
            }
            step(
                    "remove the instance profile " + name(),
                    () -> clients.iam().deleteInstanceProfile(r -> r.instanceProfileName(name())));
        }
        if (find().filter(role -> isOurs(role.tags())).isPresent()) {
            step(
                    "remove the policy of the role",
                    () -> clients.iam().deleteRolePolicy(r -> r.roleName(name()).policyName(POLICY)));
            if (settings.rayDefaults()) {
                String partition = new Policies(settings, owned).partition();
                for (String managed : RAYS) {
                    step(
                            "detach " + managed,
                            () -> clients.iam()
                                    .detachRolePolicy(r -> r.roleName(name())
                                            .policyArn("arn:" + partition + ":iam::aws:policy/" + managed)));
                }
            }
            step("remove the role " + name(), () -> clients.iam().deleteRole(r -> r.roleName(name())));
        }
    }

    private boolean isOurs(List<Tag> tags) {
        return tags.stream()
                .anyMatch(tag -> tag.key().equals(Owned.MARK) && tag.value().equals(settings.cluster()));
    }

    private static void step(String doing, AwsClients.Question<Object> question)
            throws ProviderException, InterruptedException {
        AwsClients.ask(doing, () -> {
            try {
                return question.ask();
            } catch (NoSuchEntityException e) {
                return "";
            } catch (IamException e) {
                if (AwsErrors.code(e).equals("NoSuchEntity")) {
                    return "";
                }
                throw e;
            }
        });
    }

    private List<Tag> tags() {
        return owned.marks().entrySet().stream()
                .map(e -> Tag.builder().key(e.getKey()).value(e.getValue()).build())
                .toList();
    }

    private List<String> workerRoles(ClusterConfig config) {
        Set<String> roles = new LinkedHashSet<>();
        String partition = new Policies(settings, owned).partition();
        for (NodeType type : config.nodeTypes().values()) {
            if (!type.name().equals(config.headType()) && type.nodeConfig().containsKey("IamInstanceProfile")) {
                // The role behind a profile may have any name; EC2 is the only one it may be passed to.
                roles.add("arn:" + partition + ":iam::*:role/*");
            }
        }
        return List.copyOf(roles);
    }

    public static boolean usesPrivateRegistry(ClusterConfig config) {
        return java.util.stream.Stream.concat(
                        config.docker().stream(),
                        config.nodeTypes().values().stream().flatMap(type -> type.docker().stream()))
                .map(DockerSettings::image)
                .anyMatch(image -> PRIVATE_REGISTRY.matcher(image).matches());
    }
}
