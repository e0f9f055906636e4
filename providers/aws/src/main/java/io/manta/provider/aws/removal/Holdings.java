package io.manta.provider.aws.removal;

import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.aws.settings.SharedFiles;
import io.manta.provider.aws.stopped.Disks;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.KeyPairInfo;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Volume;

/** Counts what the account has with this cluster's tags. */
public final class Holdings {
    private final AwsParts parts;
    private final Optional<MonitoringTexts> texts;

    public Holdings(AwsParts parts, Optional<MonitoringTexts> texts) {
        this.parts = parts;
        this.texts = texts;
    }

    public List<Holding> list() throws ProviderException, InterruptedException {
        var removal = new Removal(parts, Duration.ZERO, Clock.systemUTC(), texts);
        var holdings = new ArrayList<Holding>();
        List<Instance> instances = parts.instances().look().stream()
                .filter(instance -> instance.state().name() != InstanceStateName.TERMINATED)
                .toList();
        boolean stopped = instances.stream().anyMatch(i -> i.state().name() == InstanceStateName.STOPPED);
        holdings.add(new Holding(
                "instances",
                instances.stream().map(Instance::instanceId).toList(),
                stopped ? "stopped, not ended, because of cache_stopped_nodes or `manta stop`" : ""));
        var disks = new Disks(parts.settings(), parts.clients());
        List<Volume> volumes = disks.all();
        holdings.add(
                new Holding("volumes", volumes.stream().map(Volume::volumeId).toList(), diskCost(disks, volumes)));
        holdings.add(new Holding(
                "security groups",
                removal.ownGroups().stream().map(SecurityGroup::groupId).toList(),
                ""));
        holdings.add(new Holding(
                "key pairs",
                removal.ownKeys().stream().map(KeyPairInfo::keyName).toList(),
                ""));
        holdings.add(new Holding(
                "roles",
                parts.role().find().map(role -> role.roleName()).stream().toList(),
                ""));
        holdings.add(new Holding(
                "instance profiles",
                parts.role().profile().map(profile -> profile.instanceProfileName()).stream()
                        .toList(),
                ""));
        List<String> images = parts.baked().kept();
        if (!images.isEmpty()) {
            holdings.add(new Holding("images", images, "kept; `manta bake CLUSTER --remove` removes them"));
        }
        parts.files()
                .find()
                .filter(parts.files()::isOurs)
                .ifPresent(found -> holdings.add(
                        new Holding("file systems", List.of(found.fileSystemId()), keptFiles(found.fileSystemId()))));
        // Also what the file no longer asks for.
        List<String> networks = parts.vpc().remains();
        if (parts.settings().makeVpc() || !networks.isEmpty()) {
            holdings.add(new Holding("networks", networks, ""));
        }
        List<String> placement = parts.placement().remains();
        if (parts.settings().placementGroup().isPresent() || !placement.isEmpty()) {
            holdings.add(new Holding("placement groups", placement, ""));
        }
        holdings.addAll(parts.cloudWatch().holdings(texts));
        return holdings;
    }

    private String keptFiles(String id) {
        return parts.settings().sharedFiles().filter(SharedFiles::removed).isPresent()
                ? "it may hold data, which ends with it"
                : "kept, it holds your data; `aws efs delete-file-system --file-system-id " + id
                        + "` or `manta cleanup --with-data` removes it, `provider.efs.on_down: remove` does so with the cluster";
    }

    private static String diskCost(Disks disks, List<Volume> volumes) {
        if (volumes.isEmpty()) {
            return "";
        }
        int size = volumes.stream().mapToInt(Volume::size).sum();
        return String.format(Locale.ROOT, "%d GB, about $%.2f a month", size, disks.monthly(size));
    }
}
