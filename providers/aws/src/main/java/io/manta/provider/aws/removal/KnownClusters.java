package io.manta.provider.aws.removal;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.Tag;

/** Every cluster that has something in the region, by the marks on it: also those whose files are lost. */
public final class KnownClusters {
    private final AwsParts parts;

    public KnownClusters(AwsParts parts) {
        this.parts = parts;
    }

    public List<String> names() throws ProviderException, InterruptedException {
        Filter marked = Owned.filter("tag-key", Owned.MARK);
        var tags = new ArrayList<Tag>();
        var ec2 = parts.clients().ec2();
        AwsClients.ask("look for instances of clusters", () -> {
            ec2
                    .describeInstancesPaginator(r -> r.filters(Owned.filter("tag-key", Tags.CLUSTER)))
                    .reservations()
                    .stream()
                    .flatMap(reservation -> reservation.instances().stream())
                    .filter(instance -> instance.state().name() != InstanceStateName.TERMINATED)
                    .forEach(instance -> tags.addAll(instance.tags()));
            return true;
        });
        AwsClients.ask("look for security groups of clusters", () -> {
            ec2.describeSecurityGroups(r -> r.filters(marked))
                    .securityGroups()
                    .forEach(group -> tags.addAll(group.tags()));
            return true;
        });
        AwsClients.ask("look for key pairs of clusters", () -> {
            ec2.describeKeyPairs(r -> r.filters(marked)).keyPairs().forEach(key -> tags.addAll(key.tags()));
            return true;
        });
        AwsClients.ask("look for networks of clusters", () -> {
            ec2.describeVpcs(r -> r.filters(marked)).vpcs().forEach(vpc -> tags.addAll(vpc.tags()));
            return true;
        });
        var names = new TreeSet<String>();
        tags.stream()
                .filter(tag -> tag.key().equals(Owned.MARK) || tag.key().equals(Tags.CLUSTER))
                .forEach(tag -> names.add(tag.value()));
        names.addAll(fromRoles());
        names.addAll(fromFileSystems());
        return List.copyOf(names);
    }

    /** IAM is one for all regions; the names of roles tell whose they are. */
    private List<String> fromRoles() throws ProviderException, InterruptedException {
        String end = "-" + parts.settings().region() + "-head";
        return AwsClients.ask(
                "look for roles of clusters",
                () -> parts.clients().iam().listRolesPaginator().roles().stream()
                        .map(role -> role.roleName())
                        .filter(name -> name.startsWith("manta-") && name.endsWith(end))
                        .map(name -> name.substring("manta-".length(), name.length() - end.length()))
                        .toList());
    }

    /** They outlive their clusters. Who may not look has probably never made one. */
    private List<String> fromFileSystems() throws ProviderException, InterruptedException {
        try {
            return parts.files().clusters();
        } catch (ProviderException e) {
            if (e.kind() == ProviderException.Kind.DENIED) {
                return List.of();
            }
            throw e;
        }
    }
}
