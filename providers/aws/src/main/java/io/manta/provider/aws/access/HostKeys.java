package io.manta.provider.aws.access;

import io.manta.provider.aws.client.AwsClients;
import io.manta.spi.model.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The host keys of a machine as its own console tells them. The console is read over AWS's API, so that whoever sits between us and
 * the machine cannot forge them. Where it does not tell them in time, the first key seen is trusted from then on, as elsewhere.
 */
public final class HostKeys {
    private static final String BEGIN = "-----BEGIN SSH HOST KEY KEYS-----";
    private static final String END = "-----END SSH HOST KEY KEYS-----";
    private static final Duration PAUSE = Duration.ofSeconds(20);
    private static final int TRIES = 3;

    private final AwsClients clients;
    private final Path directory;
    private final Clock clock;
    private final Map<String, List<Instant>> looked = new ConcurrentHashMap<>();

    /** @param directory where they are kept, a file for each machine */
    public HostKeys(AwsClients clients, Path directory, Clock clock) {
        this.clock = clock;
        this.clients = clients;
        this.directory = directory;
    }

    /** Options for SSH that demand exactly these keys; none while they are not known. */
    public List<String> options(Machine machine, String address) {
        Path file = directory.resolve("host_keys-" + machine.id().value());
        try {
            List<String> keys = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (keys.isEmpty()) {
                List<Instant> before = looked.getOrDefault(machine.id().value(), List.of());
                Instant now = clock.instant();
                if (before.size() >= TRIES
                        || (!before.isEmpty() && before.getLast().plus(PAUSE).isAfter(now))) {
                    return List.of();
                }
                looked.put(
                        machine.id().value(),
                        Stream.concat(before.stream(), Stream.of(now)).toList());
                keys = keys(console(machine.id().value()));
                if (keys.isEmpty()) {
                    return List.of();
                }
            }
            // A machine that was stopped has its keys still, and perhaps another address.
            List<String> lines = keys.stream()
                    .map(key -> address + " " + key.replaceAll("^.*?((?:ssh|ecdsa)-)", "$1"))
                    .toList();
            if (!lines.equals(keys)) {
                Files.createDirectories(directory);
                Path part = Files.createTempFile(directory, ".host_keys", "");
                Files.write(part, lines);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return List.of("UserKnownHostsFile=\"" + file.toAbsolutePath() + "\"", "StrictHostKeyChecking=yes");
        } catch (IOException e) {
            return List.of();
        }
    }

    private String console(String instance) {
        try {
            return Optional.ofNullable(clients.ec2()
                            .getConsoleOutput(r -> r.instanceId(instance).latest(true))
                            .output())
                    .map(text -> new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8))
                    .orElse("");
        } catch (SdkException | IllegalArgumentException e) {
            // Not allowed, not there yet, or not for this type of machine: a kindness, not a need.
            return "";
        }
    }

    /** Type and key of each line between the marks; each may have a console's own words before it. */
    static List<String> keys(String console) {
        int begin = console.lastIndexOf(BEGIN);
        int end = console.indexOf(END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            return List.of();
        }
        var keys = new ArrayList<String>();
        for (String line :
                console.substring(begin + BEGIN.length(), end).lines().toList()) {
            String[] words = line.strip().split("\\s+", -1);
            for (int i = 0; i + 1 < words.length; i++) {
                if (words[i].matches("(ssh|ecdsa)-[a-z0-9@.-]+") && words[i + 1].startsWith("AAAA")) {
                    keys.add(words[i] + " " + words[i + 1]);
                }
            }
        }
        return keys;
    }
}
