package io.manta.provider.aws.monitor;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Monitoring;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.cloudwatch.model.CloudWatchException;
import software.amazon.awssdk.services.cloudwatch.model.DashboardEntry;
import software.amazon.awssdk.services.cloudwatch.model.DashboardValidationMessage;

/** The cluster's dashboard. Dashboards have no tags: a line of text at its end says whose it is, to people and to us. */
final class Dashboards {
    private final AwsSettings settings;
    private final AwsClients clients;

    Dashboards(AwsSettings settings, AwsClients clients) {
        this.settings = settings;
        this.clients = clients;
    }

    private String name() {
        return settings.cluster() + "-"
                + settings.monitoring().flatMap(Monitoring::dashboardName).orElse(settings.cluster());
    }

    private String mark() {
        return Owned.MARK + ": " + settings.cluster() + ";";
    }

    void put(List<Map<String, Object>> wanted) throws ProviderException, InterruptedException {
        Optional<String> there = body(name());
        if (there.isPresent() && !there.get().contains(mark())) {
            throw AwsProblems.cloudWatch(
                    "there is a dashboard " + name() + " that this cluster did not make",
                    "it does not say `" + mark() + "`",
                    "choose another provider.cloudwatch.dashboard.name");
        }
        var widgets = new ArrayList<>(wanted);
        widgets.add(Map.of(
                "type",
                "text",
                "width",
                24,
                "height",
                1,
                "properties",
                Map.of("markdown", mark() + " `manta down` removes this dashboard")));
        String body = json(Map.of("widgets", widgets));
        if (there.filter(body::equals).isPresent()) {
            return;
        }
        List<DashboardValidationMessage> complaints = AwsClients.ask(
                "make the dashboard " + name(),
                () -> clients.cloudWatch()
                        .putDashboard(r -> r.dashboardName(name()).dashboardBody(body))
                        .dashboardValidationMessages());
        if (!complaints.isEmpty()) {
            throw AwsProblems.cloudWatch(
                    "CloudWatch finds fault with the dashboard " + name(),
                    String.join(
                            "\n",
                            complaints.stream()
                                    .map(one -> one.dataPath() + ": " + one.message())
                                    .toList()),
                    "correct the file that provider.cloudwatch.dashboard.config names");
        }
    }

    private Optional<String> body(String name) throws ProviderException, InterruptedException {
        return AwsClients.ask("look at the dashboard " + name, () -> {
            try {
                return Optional.of(clients.cloudWatch()
                        .getDashboard(r -> r.dashboardName(name))
                        .dashboardBody());
            } catch (CloudWatchException e) {
                // The code of its absence differs between protocols; the status does not.
                if (e.statusCode() == 404) {
                    return Optional.<String>empty();
                }
                throw e;
            }
        });
    }

    /** A cluster whose file is lost may have given any name after its own. */
    List<String> ours() throws ProviderException, InterruptedException {
        List<String> names = AwsClients.ask(
                "look for the cluster's dashboards",
                () -> clients
                        .cloudWatch()
                        .listDashboardsPaginator(r -> r.dashboardNamePrefix(settings.cluster() + "-"))
                        .dashboardEntries()
                        .stream()
                        .map(DashboardEntry::dashboardName)
                        .toList());
        var ours = new ArrayList<String>();
        for (String name : names) {
            if (body(name).filter(text -> text.contains(mark())).isPresent()) {
                ours.add(name);
            }
        }
        return ours;
    }

    void remove(List<String> names) throws ProviderException, InterruptedException {
        if (!names.isEmpty()) {
            AwsClients.ask(
                    "remove the dashboards " + names,
                    () -> clients.cloudWatch().deleteDashboards(r -> r.dashboardNames(names)));
        }
    }

    private static String json(Object value) {
        try {
            return JSON.std.asString(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
