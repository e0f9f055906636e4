package io.manta.provider.aws;

import io.manta.core.port.ProviderException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.efs.model.EfsException;
import software.amazon.awssdk.services.efs.model.FileSystemDescription;
import software.amazon.awssdk.services.efs.model.LifeCycleState;
import software.amazon.awssdk.services.efs.model.MountTargetConflictException;
import software.amazon.awssdk.services.efs.model.MountTargetDescription;
import software.amazon.awssdk.services.efs.model.Tag;

/**
 * A directory that all nodes share ({@code provider.efs}): an existing file system by its {@code id}, or one made for the
 * cluster and removed with it unless {@code keep} says otherwise.
 */
final class FileSystems {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration ROUND = Duration.ofMillis(500);

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    FileSystems(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    private boolean isWanted() {
        return !settings.efs().isEmpty();
    }

    Optional<String> ensure(List<Subnet> subnets, String group) throws ProviderException, InterruptedException {
        if (!isWanted()) {
            return Optional.empty();
        }
        Optional<String> given = Optional.ofNullable(settings.efs().get("id")).map(Object::toString);
        String id = given.isPresent() ? given.get() : make();
        var there = targets(id).stream()
                .map(MountTargetDescription::availabilityZoneName)
                .toList();
        for (Subnet subnet : subnets) {
            if (!there.contains(subnet.availabilityZone())) {
                AwsClients.ask("make a mount target in " + subnet.availabilityZone(), () -> {
                    try {
                        return clients.efs()
                                .createMountTarget(r -> r.fileSystemId(id)
                                        .subnetId(subnet.subnetId())
                                        .securityGroups(group));
                    } catch (MountTargetConflictException e) {
                        return "";
                    }
                });
            }
        }
        return Optional.of(id);
    }

    /** The creation token makes asking again safe. */
    private String make() throws ProviderException, InterruptedException {
        Optional<FileSystemDescription> there = find();
        String id = there.isPresent()
                ? there.get().fileSystemId()
                : AwsClients.ask(
                        "make a file system",
                        () -> clients.efs()
                                .createFileSystem(r -> r.creationToken(owned.name())
                                        .encrypted(true)
                                        .tags(owned.marks().entrySet().stream()
                                                .map(e -> Tag.builder()
                                                        .key(e.getKey())
                                                        .value(e.getValue())
                                                        .build())
                                                .toList()))
                                .fileSystemId());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (find().filter(fs -> fs.lifeCycleState() == LifeCycleState.AVAILABLE)
                        .isEmpty()
                && System.nanoTime() < deadline) {
            Thread.sleep(ROUND);
        }
        return id;
    }

    private Optional<FileSystemDescription> find() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's file system",
                () -> clients.efs().describeFileSystems(r -> r.creationToken(owned.name())).fileSystems().stream()
                        .findFirst());
    }

    private List<MountTargetDescription> targets(String id) throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for mount targets",
                () -> clients.efs()
                        .describeMountTargets(r -> r.fileSystemId(id))
                        .mountTargets());
    }

    private boolean isKept() {
        return !isWanted()
                || settings.efs().containsKey("id")
                || Boolean.TRUE.equals(settings.efs().get("keep"));
    }

    List<String> remains() throws ProviderException, InterruptedException {
        return isKept()
                ? List.of()
                : find().map(FileSystemDescription::fileSystemId).stream().toList();
    }

    /** Mount targets must be gone before their file system, and before the security group they use. */
    void remove() throws ProviderException, InterruptedException {
        if (!isWanted()) {
            return;
        }
        Optional<String> id = Optional.ofNullable(settings.efs().get("id")).map(Object::toString);
        if (id.isEmpty()) {
            id = find().map(FileSystemDescription::fileSystemId);
        }
        if (id.isEmpty()) {
            return;
        }
        String system = id.get();
        boolean given = settings.efs().containsKey("id");
        for (MountTargetDescription target : given ? List.<MountTargetDescription>of() : targets(system)) {
            gone(
                    "remove a mount target",
                    () -> clients.efs().deleteMountTarget(r -> r.mountTargetId(target.mountTargetId())));
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!given && !targets(system).isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(ROUND);
        }
        if (!isKept()) {
            gone("remove the file system " + system, () -> clients.efs().deleteFileSystem(r -> r.fileSystemId(system)));
        }
    }

    private static void gone(String doing, AwsClients.Question<Object> question)
            throws ProviderException, InterruptedException {
        AwsClients.ask(doing, () -> {
            try {
                return question.ask();
            } catch (EfsException e) {
                if (e.statusCode() == 404) {
                    return "";
                }
                throw e;
            }
        });
    }
}
