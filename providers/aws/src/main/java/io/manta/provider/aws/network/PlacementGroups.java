package io.manta.provider.aws.network;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.PlacementGroup;
import software.amazon.awssdk.services.ec2.model.ResourceType;

/** Machines close together ({@code provider.placement_group: cluster | partition | spread}). */
public final class PlacementGroups {
    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    public PlacementGroups(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    public Optional<String> ensure() throws ProviderException, InterruptedException {
        if (settings.placementGroup().isEmpty()) {
            return Optional.empty();
        }
        AwsClients.ask("make the placement group " + owned.name(), () -> {
            try {
                return clients.ec2()
                        .createPlacementGroup(r -> r.groupName(owned.name())
                                .strategy(settings.placementGroup().get())
                                .tagSpecifications(owned.specification(ResourceType.PLACEMENT_GROUP)));
            } catch (Ec2Exception e) {
                if (AwsErrors.code(e).equals("InvalidPlacementGroup.Duplicate")) {
                    return "";
                }
                throw e;
            }
        });
        return Optional.of(owned.name());
    }

    public List<String> remains() throws ProviderException, InterruptedException {
        return AwsClients.ask(
                "look for the cluster's placement group",
                () -> clients
                        .ec2()
                        .describePlacementGroups(r -> r.filters(Owned.filter("group-name", owned.name())))
                        .placementGroups()
                        .stream()
                        .filter(group -> group.groupName().equals(owned.name()))
                        .filter(group -> owned.isOurs(group.tags()))
                        .map(PlacementGroup::groupName)
                        .toList());
    }

    public void remove() throws ProviderException, InterruptedException {
        for (String name : remains()) {
            AwsClients.tolerate(
                    "InvalidPlacementGroup.Unknown",
                    "remove the placement group " + name,
                    () -> clients.ec2().deletePlacementGroup(r -> r.groupName(name)));
        }
    }
}
