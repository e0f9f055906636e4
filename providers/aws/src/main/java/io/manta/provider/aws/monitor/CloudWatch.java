package io.manta.provider.aws.monitor;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsProblems;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.MonitoringTexts;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.NodeRole;
import io.manta.spi.provider.Holding;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Keeps what CloudWatch has for the cluster as {@code provider.cloudwatch} wants it. Every call may be repeated. */
public final class CloudWatch {
    private final AwsSettings settings;
    private final Alarms alarms;
    private final Dashboards dashboards;
    private final LogGroups logs;

    public CloudWatch(AwsSettings settings, AwsClients clients, Owned owned) {
        this.settings = settings;
        this.alarms = new Alarms(settings, clients, owned);
        this.dashboards = new Dashboards(settings, clients);
        this.logs = new LogGroups(settings, clients, owned);
    }

    /** What the files say now. */
    public MonitoringTexts read() throws ProviderException {
        try {
            return MonitoringTexts.read(settings.monitoring());
        } catch (IOException e) {
            throw AwsProblems.cloudWatch(
                    "a file of provider.cloudwatch cannot be used",
                    String.valueOf(e.getMessage()),
                    "correct the path or the file; it holds JSON");
        }
    }

    /** Texts have changed: brings everything in line for the machines that are there. */
    public void refresh(MonitoringTexts before, MonitoringTexts now, List<Machine> machines)
            throws ProviderException, InterruptedException {
        if (!before.dashboard().equals(now.dashboard())) {
            if (now.dashboard().isEmpty()) {
                dashboards.remove(dashboards.ours());
            }
            for (Machine machine : machines) {
                dashboard(now, machine);
            }
        }
        if (!before.alarm().equals(now.alarm())) {
            Set<String> outdated = new TreeSet<>(before.alarm().isEmpty() ? List.of() : alarms.ours());
            var wanted = new ArrayList<Map<String, Object>>();
            for (Machine machine : machines) {
                wanted.addAll(alarmsOf(now, machine.id().value()));
            }
            wanted.forEach(one -> outdated.remove(String.valueOf(one.get("AlarmName"))));
            alarms.put(wanted);
            alarms.remove(outdated);
        }
    }

    /** A machine that is about to become a node. */
    public void add(MonitoringTexts texts, Machine machine) throws ProviderException, InterruptedException {
        logs.ensure(groups(texts, machine.id().value()));
        dashboard(texts, machine);
        alarms.put(alarmsOf(texts, machine.id().value()));
    }

    private void dashboard(MonitoringTexts texts, Machine machine) throws ProviderException, InterruptedException {
        if (machine.role() == NodeRole.HEAD && texts.dashboard().isPresent()) {
            dashboards.put(
                    ProviderTexts.of(() -> texts.widgets(machine.id().value(), settings.cluster(), settings.region())));
        }
    }

    /** Machines that have ended leave no alarm behind that is theirs alone. */
    public void end(MonitoringTexts texts, Collection<MachineId> machines)
            throws ProviderException, InterruptedException {
        var names = new TreeSet<String>();
        for (MachineId machine : machines) {
            for (Map<String, Object> alarm : alarmsOf(texts, machine.value())) {
                String name = String.valueOf(alarm.get("AlarmName"));
                if (name.contains(machine.value())) {
                    names.add(name);
                }
            }
        }
        names.retainAll(names.isEmpty() ? Set.of() : Set.copyOf(alarms.ours()));
        alarms.remove(names);
    }

    private List<Map<String, Object>> alarmsOf(MonitoringTexts texts, String machine) throws ProviderException {
        return ProviderTexts.of(() -> texts.alarms(machine, settings.cluster(), settings.region()));
    }

    private List<String> groups(MonitoringTexts texts, String machine) throws ProviderException {
        return ProviderTexts.of(() -> texts.logGroups(machine, settings.cluster(), settings.region()));
    }

    /** Only where the configuration asks for any of it is CloudWatch asked. */
    public void remove(Optional<MonitoringTexts> texts) throws ProviderException, InterruptedException {
        if (settings.monitoring().isPresent()) {
            alarms.remove(alarms.ours());
            dashboards.remove(dashboards.ours());
            logs.remove(logs.ours(known(texts)));
        }
    }

    private List<String> known(Optional<MonitoringTexts> texts) throws ProviderException {
        return texts.isEmpty() ? List.of() : groups(texts.get(), "");
    }

    public List<Holding> holdings(Optional<MonitoringTexts> texts) throws ProviderException, InterruptedException {
        if (settings.monitoring().isEmpty()) {
            return List.of();
        }
        return List.of(
                new Holding("alarms", alarms.ours(), ""),
                new Holding("dashboards", dashboards.ours(), ""),
                new Holding("log groups", logs.ours(known(texts)), ""));
    }

    /** What was understood once is understood again; a text from another version may not be. */
    private interface ProviderTexts<T> {
        T read() throws IOException;

        static <T> T of(ProviderTexts<T> texts) throws ProviderException {
            try {
                return texts.read();
            } catch (IOException e) {
                throw AwsProblems.files("read what CloudWatch shall have", e);
            }
        }
    }
}
