package io.manta.provider.onprem;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What can be wrong with hosts; docs/problems/onprem.md lists the codes. */
final class OnPremProblems {
    private OnPremProblems() {}

    static Problem unreachable(String host, Problem cause) {
        return new Problem(
                cause.code(), cause.level(), named(host, cause.what()), cause.why(), cause.fix(), cause.at());
    }

    static Problem silent(String host, Duration waited) {
        return Problem.error(
                "ONPREM-SILENT",
                host + " did not answer within " + waited.toSeconds() + " s",
                "",
                "check that the host is on and not overloaded");
    }

    static Problem taken(String host, HostLook.Claim by) {
        return Problem.error(
                "ONPREM-HOST-TAKEN",
                host + " belongs to cluster " + by.cluster() + " (node " + by.node() + ", since " + by.created() + ")",
                "a host serves one cluster at a time",
                "take that cluster down, or use another host");
    }

    static Problem cannotWrite(String host, String directory) {
        return Problem.error(
                "ONPREM-DISK",
                "nothing can be written on " + host,
                directory + " is where a host notes whose it is",
                "free some disk space there, or check the permissions of " + directory);
    }

    static Problem keyRefused(String host) {
        return Problem.error(
                "ONPREM-KEY",
                "the cluster's key cannot be added on " + host,
                "the head uses it to log in to workers; ~/.ssh/authorized_keys cannot be written there",
                "make it writable for the SSH user");
    }

    static Problem skewed(String host, Duration skew) {
        return Problem.warning(
                "ONPREM-CLOCK",
                "the clock of " + host + " is off by " + skew.abs().toSeconds() + " s",
                "logs and certificates become confusing when clocks differ",
                "start a time service there, for example chrony");
    }

    static Problem almostFull(String host, long freeBytes) {
        return Problem.warning(
                "ONPREM-DISK-LOW",
                host + " has only " + freeBytes / 1_000_000 + " MB left on its disk",
                "Ray spills objects and writes logs there",
                "free some space");
    }

    static Problem resists(String host, String processes) {
        return Problem.error(
                "ONPREM-STUCK",
                "processes on " + host + " cannot be ended: " + processes.strip(),
                "they do not end even when killed, as happens when a disk or driver hangs",
                "restart the host");
    }

    static ProviderException leftBehind(List<Problem> hosts) {
        return new ProviderException(
                ProviderException.Kind.UNREACHABLE,
                Problem.error(
                        "ONPREM-LEFT-BEHIND",
                        hosts.size() + " host(s) could not be reached, so what runs there is not known",
                        lines(hosts),
                        "run `manta down` again when they can be reached"));
    }

    /** Fewer hosts than wanted, with the reason of each that could not be used. */
    static ProviderException tooFew(int wanted, int got, List<Problem> reasons) {
        return new ProviderException(
                ProviderException.Kind.NO_CAPACITY,
                Problem.error(
                        "ONPREM-TOO-FEW-HOSTS",
                        (wanted - got) + " of " + wanted + " hosts could not be had",
                        reasons.isEmpty() ? "no host is left" : lines(reasons),
                        reasons.isEmpty()
                                ? "add hosts to worker_ips, or lower min_workers"
                                : reasons.getFirst().fix()));
    }

    static ProviderException files(Path directory, IOException cause) {
        return new ProviderException(
                ProviderException.Kind.INVALID,
                Problem.error(
                        "ONPREM-FILES",
                        "cannot use " + directory + ": " + cause.getMessage(),
                        "",
                        "check free space and permissions"),
                cause);
    }

    static ProviderException noKey(String why) {
        return new ProviderException(
                ProviderException.Kind.INVALID,
                Problem.error(
                        "ONPREM-KEYGEN",
                        "cannot make a key for the cluster",
                        why,
                        "install the OpenSSH client (ssh-keygen)"));
    }

    private static String lines(List<Problem> problems) {
        return String.join(
                "\n",
                problems.stream().map(p -> p.what() + " [" + p.code() + "]").toList());
    }

    private static String named(String host, String what) {
        return what.contains(host) ? what : host + ": " + what;
    }
}
