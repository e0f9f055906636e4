package io.manta.provider.onprem;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeRole;
import io.manta.spi.provider.Reach;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration says of its hosts.
 *
 * @param identity tells this cluster from another of the same name on the same hosts: the head's host belongs to one only
 */
record OnPremSettings(
        String identity,
        List<Host> hosts,
        Optional<String> externalHead,
        Optional<String> user,
        Optional<String> key,
        Optional<String> proxy) {
    static OnPremSettings of(ClusterConfig config) {
        var provider = config.provider();
        var hosts = new LinkedHashMap<String, Host>();
        Host head = Host.parse(provider.text("head_ip").orElse("localhost"), NodeRole.HEAD);
        hosts.put(head.name(), head);
        if (provider.settings().get("worker_ips") instanceof List<?> workers) {
            for (Object worker : workers) {
                Host host = worker instanceof Map<?, ?> map
                        ? fromMap(map)
                        : Host.parse(String.valueOf(worker), NodeRole.WORKER);
                hosts.putIfAbsent(host.name(), host);
            }
        }
        var auth = config.auth();
        return new OnPremSettings(
                config.name() + "@" + head.name(),
                List.copyOf(new ArrayList<>(hosts.values())),
                provider.text("external_head_ip"),
                auth.sshUser(),
                auth.sshPrivateKey(),
                auth.sshProxyCommand());
    }

    private static Host fromMap(Map<?, ?> map) {
        Object port = map.get("port");
        return new Host(
                String.valueOf(map.get("host")),
                NodeRole.WORKER,
                Optional.ofNullable(map.get("user")).map(Object::toString),
                port instanceof Number number ? number.intValue() : 0);
    }

    /** From the user's own machine, with the user's own key. */
    Reach.Ssh fromOutside(Host host) {
        String address = host.role() == NodeRole.HEAD ? externalHead.orElse(host.name()) : host.name();
        return new Reach.Ssh(address, host.port(), host.user().or(this::user), key, proxy, List.of());
    }

    /** From the head, with the cluster's key, and without the proxy that leads there. */
    Reach.Ssh fromInside(Host host, String clusterKey) {
        return new Reach.Ssh(
                host.name(),
                host.port(),
                host.user().or(this::user),
                Optional.of(clusterKey),
                Optional.empty(),
                List.of());
    }
}
