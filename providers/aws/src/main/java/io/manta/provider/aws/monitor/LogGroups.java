package io.manta.provider.aws.monitor;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.cloudwatchlogs.model.DescribeLogGroupsRequest;
import software.amazon.awssdk.services.cloudwatchlogs.model.LogGroup;
import software.amazon.awssdk.services.cloudwatchlogs.model.ResourceAlreadyExistsException;
import software.amazon.awssdk.services.cloudwatchlogs.model.ResourceNotFoundException;

/**
 * Log groups that agents on nodes write to. They are made before the agent would make them, because only then do they carry the
 * cluster's mark; one that is there already is used and never removed.
 */
final class LogGroups {
    private final AwsSettings settings;
    private final AwsClients clients;
    private final Owned owned;

    LogGroups(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.clients = clients;
        this.owned = owned;
    }

    void ensure(List<String> names) throws ProviderException, InterruptedException {
        for (String name : names) {
            AwsClients.<Object>ask("make the log group " + name, () -> {
                try {
                    return clients.logs()
                            .createLogGroup(r -> r.logGroupName(name).tags(owned.marks()));
                } catch (ResourceAlreadyExistsException e) {
                    return "";
                }
            });
        }
    }

    /** @param known names that an agent's configuration has; others are found when they have the cluster's name in theirs */
    List<String> ours(Collection<String> known) throws ProviderException, InterruptedException {
        var ours = new ArrayList<String>();
        for (LogGroup group : candidates(known)) {
            String arn = group.arn().replaceAll(":\\*$", "");
            boolean marked = AwsClients.ask("look at the log group " + group.logGroupName(), () -> {
                try {
                    return settings.cluster()
                            .equals(clients.logs()
                                    .listTagsForResource(r -> r.resourceArn(arn))
                                    .tags()
                                    .get(Owned.MARK));
                } catch (ResourceNotFoundException e) {
                    return false;
                }
            });
            if (marked) {
                ours.add(group.logGroupName());
            }
        }
        return ours;
    }

    private List<LogGroup> candidates(Collection<String> known) throws ProviderException, InterruptedException {
        Set<String> names = new TreeSet<>(known);
        names.removeIf(name -> name.contains(settings.cluster()));
        var requests = new ArrayList<DescribeLogGroupsRequest>();
        names.forEach(name -> requests.add(
                DescribeLogGroupsRequest.builder().logGroupNamePrefix(name).build()));
        // Shorter patterns, and other letters, are refused.
        boolean fits = settings.cluster().matches("[-._/#A-Za-z0-9]{3,}");
        requests.add(DescribeLogGroupsRequest.builder()
                .logGroupNamePattern(fits ? settings.cluster() : null)
                .build());
        var found = new ArrayList<LogGroup>();
        for (DescribeLogGroupsRequest request : requests) {
            found.addAll(AwsClients.ask(
                    "look for the cluster's log groups",
                    () -> clients.logs().describeLogGroupsPaginator(request).logGroups().stream()
                            .filter(group -> group.logGroupName().contains(settings.cluster())
                                    || names.contains(group.logGroupName()))
                            .toList()));
        }
        return found;
    }

    void remove(List<String> names) throws ProviderException, InterruptedException {
        for (String name : names) {
            AwsClients.<Object>ask("remove the log group " + name, () -> {
                try {
                    return clients.logs().deleteLogGroup(r -> r.logGroupName(name));
                } catch (ResourceNotFoundException e) {
                    return "";
                }
            });
        }
    }
}
