package io.manta.e2e;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.testkit.GcpServer;
import io.manta.testkit.MotoServer;
import io.manta.testkit.SshHosts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Gives each running instance of a fake cloud a body: a host with its private address, and whatever its cloud gives it. An
 * instance that ends loses its host, with all that ran there.
 */
final class BootedHosts implements AutoCloseable {
    private final SshHosts hosts;
    private final Process watcher;
    private final String user;
    private final Cloud cloud;
    private final TreeSet<Integer> free = new TreeSet<>();
    private final Map<String, Integer> booted = new LinkedHashMap<>();
    private final Map<String, Integer> resting = new LinkedHashMap<>();
    private final List<String> story = new ArrayList<>();

    /** What a cloud does when an instance boots. */
    interface Cloud {
        /** The command that tells of instances that run and end, one line each. */
        List<String> watcher();

        /** Keys that may log in. */
        String keys(List<Object> told) throws IOException;

        /** A shell script for the host, before it can be reached; {@code $home} is its user's. */
        String before(List<Object> told);

        /** Another one, when it has its address. */
        default String after(List<Object> told) {
            return "true";
        }
    }

    BootedHosts(SshHosts hosts, Cloud cloud) throws IOException {
        this(hosts, cloud, "ray");
    }

    /** @param user who logs in; {@code ubuntu} for stock hosts, {@code ray} for others */
    BootedHosts(SshHosts hosts, Cloud cloud, String user) throws IOException {
        this.user = user;
        this.hosts = hosts;
        this.cloud = cloud;
        hosts.all().forEach(host -> free.add(host.number()));
        var command = new ArrayList<>(hosts.client());
        command.addAll(cloud.watcher());
        watcher = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread.ofVirtual().start(this::follow);
    }

    /** @param clusters where Manta keeps clusters, and the keys it makes for them */
    static Cloud moto(String endpoint, Path clusters) {
        return new Cloud() {
            @Override
            public List<String> watcher() {
                return List.of(
                        MotoServer.python().toString(),
                        MotoServer.above("testkit/moto/boots.py").toString(),
                        endpoint,
                        MotoServer.REGION);
            }

            @Override
            public String keys(List<Object> told) throws IOException {
                var keys = new StringBuilder();
                try (var found = Files.walk(clusters)) {
                    for (Path key : found.filter(file -> file.endsWith("cluster_key.pub"))
                            .toList()) {
                        keys.append(Files.readString(key));
                    }
                }
                return keys.toString();
            }

            @Override
            public String before(List<Object> told) {
                return """
                        mkdir -p $home/.aws
                        printf '[default]\\nendpoint_url = %1$s\\nregion = %2$s\\n' >$home/.aws/config
                        printf '[default]\\naws_access_key_id = x\\naws_secret_access_key = y\\n' >$home/.aws/credentials
                        """.formatted(endpoint, MotoServer.REGION);
            }
        };
    }

    /** Instances hear of themselves, and of their service account, from a metadata server at {@code metadata}. */
    static Cloud gcp(String endpoint, String metadata) {
        return new Cloud() {
            @Override
            public List<String> watcher() {
                return List.of(
                        GcpServer.python().toString(),
                        MotoServer.above("testkit/gcp/boots.py").toString(),
                        endpoint);
            }

            @Override
            public String keys(List<Object> told) {
                // user:key, one to a line
                return told.get(3).toString().replaceAll("(?m)^[^:\\n]*:", "");
            }

            @Override
            public String before(List<Object> told) {
                return "echo '" + metadata + " metadata.google.internal' >>/etc/hosts";
            }

            @Override
            public String after(List<Object> told) {
                return "ip route replace " + metadata + " dev eth0 src " + told.get(2);
            }
        };
    }

    /** What happened, for messages. */
    synchronized List<String> story() {
        return List.copyOf(story);
    }

    synchronized int running() {
        return booted.size();
    }

    private void follow() {
        try (var lines = new BufferedReader(new InputStreamReader(watcher.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                List<Object> words = JSON.std.listFrom(line);
                String instance = words.get(1).toString();
                String address = words.get(2).toString();
                switch (words.getFirst().toString()) {
                    case "runs" -> boot(words);
                    case "rests" -> rest(instance, address);
                    default -> end(instance, address);
                }
            }
        } catch (IOException e) {
            story.add(e.toString());
        }
    }

    /** Nothing runs there and nobody reaches it, but its files stay. */
    private synchronized void rest(String instance, String address) {
        Integer host = booted.remove(instance);
        if (host != null) {
            hosts.exec(host, "ip addr del " + address + "/32 dev eth0; " + killAll() + " rm -rf /tmp/ray");
            resting.put(instance, host);
            story.add(instance + " rests on host" + host);
        }
    }

    private synchronized void boot(List<Object> told) throws IOException {
        String instance = told.get(1).toString();
        String address = told.get(2).toString();
        Integer rested = resting.remove(instance);
        if (rested != null) {
            booted.put(instance, rested);
            hosts.giveAddress(rested, address);
            hosts.exec(rested, cloud.after(told));
            story.add(instance + " runs again on host" + rested + " as " + address);
            return;
        }
        int host = Objects.requireNonNull(free.pollFirst(), "no host is left for " + instance);
        booted.put(instance, host);
        hosts.exec(host, """
                home=/home/%5$s
                registries=$(grep -E '^10\\.77\\.0\\.2[0-9]{2} ' /etc/hosts | grep -v ' host[0-9]')
                printf '%%s\\n' '127.0.0.1 localhost' '%1$s host%2$s' "$registries" >/etc/hosts
                echo %1$s >$home/address
                echo '%3$s' >>$home/.ssh/authorized_keys
                %4$s
                chown -R %5$s: $home
                """.formatted(address, host, cloud.keys(told).strip(), cloud.before(told), user));
        // Last: a machine that answers lets its user in.
        hosts.giveAddress(host, address);
        hosts.exec(host, "! ip route | grep -q ^default || ip route replace default via 10.77.0.1 src " + address);
        hosts.exec(host, cloud.after(told));
        story.add(instance + " runs on host" + host + " as " + address);
    }

    private synchronized void end(String instance, String address) {
        Integer host = resting.containsKey(instance) ? resting.remove(instance) : booted.remove(instance);
        if (host != null) {
            hosts.exec(
                    host,
                    "ip addr del " + address + "/32 dev eth0; " + killAll() + " rm -rf /tmp/ray; cd /home/" + user
                            + " && rm -rf .manta .aws .ray-env && sed -i '2,$d' .ssh/authorized_keys");
            free.add(host);
            story.add(instance + " ended on host" + host);
        }
    }

    private String killAll() {
        return "for p in $(ps -o pid= -u " + user + "); do kill -9 $p; done;";
    }

    @Override
    public void close() {
        watcher.destroy();
    }
}
