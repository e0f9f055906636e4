package io.manta.provider.aws.image;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.ImageState;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Snapshot;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/**
 * Images made of instances. The name holds the instance's id, which makes asking again the same request. The cluster's mark is
 * on an image and its snapshots until it is kept: whatever was cut off before is removed with the cluster.
 */
public final class BakedImages implements ImageBakery {
    /** On images that are kept; its value is the name of the cluster they are for. */
    public static final String OWNER = "manta-image";

    private final AwsClients clients;
    private final Owned owned;
    private final String cluster;

    public BakedImages(AwsClients clients, Owned owned, String cluster) {
        this.clients = clients;
        this.owned = owned;
        this.cluster = cluster;
    }

    @Override
    public Image bake(Machine machine, String fingerprint) throws ProviderException, InterruptedException {
        String name = owned.name() + "-" + machine.id().value();
        Optional<software.amazon.awssdk.services.ec2.model.Image> there =
                find(Owned.filter("name", name)).stream().findFirst();
        if (there.isEmpty()) {
            return new Image(create(machine, name, fingerprint), false);
        }
        ImageState state = there.get().state();
        if (state == ImageState.FAILED || state == ImageState.ERROR || state == ImageState.INVALID) {
            throw AwsProblems.imageFailed(there.get().imageId(), there.get().stateReason());
        }
        return new Image(there.get().imageId(), state == ImageState.AVAILABLE);
    }

    private String create(Machine machine, String name, String fingerprint)
            throws ProviderException, InterruptedException {
        Map<String, String> marks = new LinkedHashMap<>(owned.marks());
        marks.put("Name", name);
        marks.put(Tags.SETUP_HASH, fingerprint);
        var specifications = List.of(ResourceType.IMAGE, ResourceType.SNAPSHOT).stream()
                .map(kind -> TagSpecification.builder()
                        .resourceType(kind)
                        .tags(Owned.tags(marks))
                        .build())
                .toList();
        return AwsClients.ask("make an image of " + machine.id(), () -> {
            try {
                return clients.ec2()
                        .createImage(r -> r.instanceId(machine.id().value())
                                .name(name)
                                .description("Node of type " + machine.type() + ", set up")
                                .tagSpecifications(specifications))
                        .imageId();
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).equals("InvalidAMIName.Duplicate")) {
                    return "";
                }
                throw e;
            }
        });
    }

    @Override
    public void keep(Image image, String owner) throws ProviderException, InterruptedException {
        var resources = new ArrayList<>(List.of(image.id()));
        find(Owned.filter("image-id", image.id())).forEach(found -> resources.addAll(snapshots(found)));
        AwsClients.ask(
                "keep the image " + image.id(),
                () -> clients.ec2()
                        .createTags(r -> r.resources(resources)
                                .tags(Owned.tags(Map.of(Owned.MARK, "", OWNER, owner, Tags.CLUSTER, owner)))));
    }

    private static List<String> snapshots(software.amazon.awssdk.services.ec2.model.Image image) {
        return image.blockDeviceMappings().stream()
                .filter(disk -> disk.ebs() != null && disk.ebs().snapshotId() != null)
                .map(disk -> disk.ebs().snapshotId())
                .toList();
    }

    @Override
    public List<String> lines(Image image) {
        return List.of("node_config:", "  ImageId: " + image.id());
    }

    private List<software.amazon.awssdk.services.ec2.model.Image> find(Filter filter)
            throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for images",
                () -> clients.ec2()
                        .describeImages(r -> r.owners("self").filters(filter))
                        .images());
    }

    /** Ids of what is kept for this cluster. */
    public List<String> kept() throws ProviderException, InterruptedException {
        return find(Owned.filter("tag:" + OWNER, cluster)).stream()
                .map(software.amazon.awssdk.services.ec2.model.Image::imageId)
                .toList();
    }

    @Override
    public List<String> removeKept() throws ProviderException, InterruptedException {
        return remove(Owned.filter("tag:" + OWNER, cluster));
    }

    /** What was begun in this cluster and is nobody's yet. */
    public List<String> removeUnfinished() throws ProviderException, InterruptedException {
        return remove(owned.filter());
    }

    /** An image holds its snapshots, so it goes first; snapshots are found by their own marks when it is gone already. */
    private List<String> remove(Filter filter) throws ProviderException, InterruptedException {
        var removed = new ArrayList<String>();
        for (var image : find(filter)) {
            AwsClients.tolerate(
                    "InvalidAMIID.",
                    "remove the image " + image.imageId(),
                    () -> clients.ec2().deregisterImage(r -> r.imageId(image.imageId())));
            removed.add(image.imageId());
        }
        List<Snapshot> snapshots = AwsClients.ask(
                "look for snapshots",
                () -> clients.ec2()
                        .describeSnapshots(r -> r.ownerIds("self").filters(filter))
                        .snapshots());
        for (Snapshot snapshot : snapshots) {
            AwsClients.tolerate(
                    "InvalidSnapshot.NotFound",
                    "remove the snapshot " + snapshot.snapshotId(),
                    () -> clients.ec2().deleteSnapshot(r -> r.snapshotId(snapshot.snapshotId())));
        }
        return removed;
    }
}
