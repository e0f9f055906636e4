package io.manta.provider.aws.storage;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.provider.aws.settings.SharedFiles;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.efs.model.FileSystemAlreadyExistsException;
import software.amazon.awssdk.services.efs.model.FileSystemDescription;
import software.amazon.awssdk.services.efs.model.FileSystemNotFoundException;
import software.amazon.awssdk.services.efs.model.LifeCycleState;
import software.amazon.awssdk.services.efs.model.MountTargetConflictException;
import software.amazon.awssdk.services.efs.model.MountTargetDescription;
import software.amazon.awssdk.services.efs.model.MountTargetNotFoundException;
import software.amazon.awssdk.services.efs.model.Tag;

/**
 * A file system for all nodes ({@code provider.efs}). Its creation token is the cluster's name, so it is made once and found
 * again by the next cluster of that name. Mount targets are in the cluster's security group, by which they are told from others'
 * and which lets nodes in; they end with the cluster, the data does not.
 */
public final class FileSystems {
    private static final String MARK = "manta-efs";
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    public FileSystems(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    /** The id of the file system, ready to be mounted from each of the subnets' zones; empty when none is wanted. */
    public Optional<String> ensure(String group, List<Subnet> subnets, Progress progress)
            throws ProviderException, InterruptedException {
        Optional<SharedFiles> wanted = settings.sharedFiles();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        String made = wanted.get().id().isPresent() ? wanted.get().id().get() : create();
        String id = made.isEmpty()
                ? find().map(FileSystemDescription::fileSystemId)
                        .orElseThrow(() -> AwsProblems.slowFileSystem(PATIENCE))
                : made;
        progress.say("AWS: shared files " + id);
        await(() -> find(id).filter(fs -> fs.lifeCycleState() == LifeCycleState.AVAILABLE)
                .isPresent());
        Set<String> served = new HashSet<>();
        targets(id).forEach(target -> served.add(target.availabilityZoneName()));
        for (Subnet subnet : subnets) {
            if (served.add(subnet.availabilityZone())) {
                target(id, subnet.subnetId(), group);
            }
        }
        return Optional.of(id);
    }

    private String create() throws ProviderException, InterruptedException {
        var tags = List.of(
                tag(MARK, settings.cluster()), tag(Tags.CLUSTER, settings.cluster()), tag("Name", owned.name()));
        return AwsClients.ask("make a file system", () -> {
            try {
                return clients.efs()
                        .createFileSystem(r ->
                                r.creationToken(owned.name()).encrypted(true).tags(tags))
                        .fileSystemId();
            } catch (FileSystemAlreadyExistsException e) {
                return "";
            }
        });
    }

    private static Tag tag(String key, String value) {
        return Tag.builder().key(key).value(value).build();
    }

    private void target(String id, String subnet, String group) throws ProviderException, InterruptedException {
        AwsClients.<Object>ask("make " + id + " reachable in " + subnet, () -> {
            try {
                return clients.efs()
                        .createMountTarget(
                                r -> r.fileSystemId(id).subnetId(subnet).securityGroups(group));
            } catch (MountTargetConflictException e) {
                return "";
            }
        });
    }

    private Optional<FileSystemDescription> find(String id) throws ProviderException, InterruptedException {
        Optional<FileSystemDescription> found = AwsClients.ask("look at the file system " + id, () -> {
            try {
                return clients.efs().describeFileSystems(r -> r.fileSystemId(id)).fileSystems().stream()
                        .findFirst();
            } catch (FileSystemNotFoundException e) {
                return Optional.<FileSystemDescription>empty();
            }
        });
        if (found.isEmpty() && settings.sharedFiles().flatMap(SharedFiles::id).isPresent()) {
            throw AwsProblems.noFileSystem(id, settings.region());
        }
        return found;
    }

    /** The one of this cluster, given or made. */
    public Optional<FileSystemDescription> find() throws ProviderException, InterruptedException {
        Optional<SharedFiles> wanted = settings.sharedFiles();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        if (wanted.get().id().isPresent()) {
            return find(wanted.get().id().get());
        }
        return AwsClients.ask(
                "look for the cluster's file system",
                () -> clients.efs().describeFileSystems(r -> r.creationToken(owned.name())).fileSystems().stream()
                        .findFirst());
    }

    private List<MountTargetDescription> targets(String id) throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look where " + id + " can be reached",
                () -> clients.efs()
                        .describeMountTargets(r -> r.fileSystemId(id))
                        .mountTargets());
    }

    /** @param groups the cluster's own security groups, which cannot go while mount targets use them */
    public void remove(Collection<String> groups) throws ProviderException, InterruptedException {
        Optional<FileSystemDescription> found = find();
        if (found.isEmpty()) {
            return;
        }
        String id = found.get().fileSystemId();
        Set<String> ours = new HashSet<>();
        for (MountTargetDescription target : targets(id)) {
            if (groups.containsAll(groupsOf(target.mountTargetId()))) {
                ours.add(target.mountTargetId());
                AwsClients.<Object>ask("remove the mount target " + target.mountTargetId(), () -> {
                    try {
                        return clients.efs().deleteMountTarget(r -> r.mountTargetId(target.mountTargetId()));
                    } catch (MountTargetNotFoundException e) {
                        return "";
                    }
                });
            }
        }
        await(() -> targets(id).stream().noneMatch(target -> ours.contains(target.mountTargetId())));
        if (settings.sharedFiles().orElseThrow().removed() && isOurs(found.get())) {
            AwsClients.ask(
                    "remove the file system " + id, () -> clients.efs().deleteFileSystem(r -> r.fileSystemId(id)));
        }
    }

    private List<String> groupsOf(String target) throws ProviderException, InterruptedException {
        return AwsClients.ask("look at the mount target " + target, () -> {
            try {
                return clients.efs()
                        .describeMountTargetSecurityGroups(r -> r.mountTargetId(target))
                        .securityGroups();
            } catch (MountTargetNotFoundException e) {
                return List.of("none");
            }
        });
    }

    /** Every cluster of the region that has made one. */
    public List<String> clusters() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for file systems of clusters",
                () -> clients.efs().describeFileSystemsPaginator().fileSystems().stream()
                        .filter(found -> found.lifeCycleState() != LifeCycleState.DELETED
                                && found.lifeCycleState() != LifeCycleState.DELETING)
                        .flatMap(found -> found.tags().stream())
                        .filter(tag -> tag.key().equals(MARK))
                        .map(Tag::value)
                        .toList());
    }

    /** Whether this cluster made it. */
    public boolean isOurs(FileSystemDescription found) {
        return found.tags().stream()
                .anyMatch(tag -> tag.key().equals(MARK) && tag.value().equals(settings.cluster()));
    }

    private static void await(Callable<Boolean> condition) throws ProviderException, InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        try {
            while (!condition.call()) {
                if (Instant.now().isAfter(deadline)) {
                    throw AwsProblems.slowFileSystem(PATIENCE);
                }
                Thread.sleep(ROUND);
            }
        } catch (ProviderException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
