package io.manta.testkit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Hosts with a real sshd, in namespaces on this machine, made by {@code testkit/hosts/hosts}. Where they cannot be made
 * (no root, not Linux, programs missing) the test is skipped and says why.
 */
public final class SshHosts implements AutoCloseable {
    private static final Path SCRIPT = Script.find("testkit/hosts/hosts");

    private final Script script;
    private final String set;
    private final int count;

    private SshHosts(String set, int count, Map<String, String> environment) {
        this.set = set;
        this.count = count;
        this.script = new Script(SCRIPT, Map.copyOf(environment));
    }

    /** One host. */
    public record Host(int number, String name, String address) {}

    /** What {@link #exec} printed, standard output and error together, and how it ended. */
    public record Ended(int exitCode, String output) {}

    public static SshHosts up(String name, int count) {
        return up(name, count, Map.of());
    }

    /**
     * Makes fresh hosts; a set of the same name that an earlier, killed run of this working copy left is removed first.
     *
     * @param settings such as {@code MANTA_HOSTS_SHOW}; see the script
     */
    public static SshHosts up(String name, int count, Map<String, String> settings) {
        String set = name + "-" + Integer.toHexString(SCRIPT.toString().hashCode());
        var environment = new HashMap<>(settings);
        environment.put("MANTA_HOSTS_SET", set);
        var hosts = new SshHosts(set, count, environment);
        hosts.script.must("down");
        hosts.script.must("up", Integer.toString(count));
        return hosts;
    }

    /**
     * Fresh Debians as cloud images have them, each with a root file system of its own and a way to the package registries.
     * {@link #key} opens their users {@code ubuntu}, {@code admin} and {@code ec2-user}, who need sudo for everything.
     *
     * @param suite {@code bookworm} or {@code trixie}
     */
    public static SshHosts stock(String name, int count, String suite) {
        return up(name, count, Map.of("MANTA_HOSTS_STOCK", suite));
    }

    public List<Host> all() {
        return IntStream.rangeClosed(1, count).mapToObj(this::host).toList();
    }

    public Host host(int number) {
        return new Host(number, "host" + number, "10.77.0." + (10 + number));
    }

    /** The private key that opens {@code root} and {@code ray} on every host. */
    public Path key() {
        return Path.of("/tmp/manta-hosts", set, "id_ed25519");
    }

    /** Put in front of a command, it runs with the hosts' network. */
    public List<String> client() {
        return List.of("nsenter", "--net=/run/netns/mh-" + set + "-net");
    }

    /** An address that no host has. */
    public String nobody() {
        return "10.77.0.249";
    }

    /** An address at which packets vanish. */
    public String silent() {
        script.must("silent", "10.77.0.250");
        return "10.77.0.250";
    }

    public Ended exec(int number, String commands) {
        return script.run(List.of("exec", Integer.toString(number), "bash", "-c", commands));
    }

    /** One more address for a host, reachable by all. */
    public void giveAddress(int number, String address) {
        script.must("address", Integer.toString(number), address);
    }

    /** The host dies, as if its power were cut. */
    public void kill(int number) {
        script.must("kill", Integer.toString(number));
    }

    /** It comes back with the files it had. */
    public void revive(int number) {
        script.must("start", Integer.toString(number));
    }

    public void stopSshd(int number) {
        script.must("sshd", Integer.toString(number), "stop");
    }

    public void startSshd(int number) {
        script.must("sshd", Integer.toString(number), "start");
    }

    public void changeHostKey(int number) {
        script.must("sshd", Integer.toString(number), "rekey");
    }

    /** The host becomes one of another architecture; returns a directory with a Java for it, as pip would fetch it. */
    public Ended makeForeign(int number) {
        return script.run(List.of("foreign", Integer.toString(number)));
    }

    @Override
    public void close() {
        script.must("down");
    }
}
