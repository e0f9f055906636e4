package io.manta.remote.ssh;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.RemoteException;
import java.util.List;
import java.util.regex.Pattern;

/** Reads what {@code ssh} printed when it could not connect, and says what it means and whether to try again. */
final class SshFailure {
    /** What {@code ssh} exits with when it, rather than the command, failed. */
    static final int EXIT_CODE = 255;

    /** One cause: how ssh words it, how we do, and whether it may pass by itself. */
    private record Cause(Pattern sign, String code, String what, String fix, boolean mayPass) {
        static Cause of(String sign, String code, String what, String fix, boolean mayPass) {
            return new Cause(Pattern.compile(sign), code, what, fix, mayPass);
        }
    }

    // In the order looked for: the most telling line first, as ssh often prints a general one after it.
    private static final List<Cause> CAUSES = List.of(
            Cause.of(
                    "REMOTE HOST IDENTIFICATION HAS CHANGED|Host key for .* has changed",
                    "SSH-HOST-KEY-CHANGED",
                    "%s shows another host key than before",
                    "if the machine was reinstalled, remove its line from %k and try again; if not, someone may be in between",
                    false),
            Cause.of(
                    "UNPROTECTED PRIVATE KEY FILE|bad permissions",
                    "SSH-KEY-PERMISSIONS",
                    "ssh refuses the private key for %s because others can read it",
                    "chmod 600 the key file",
                    false),
            Cause.of(
                    "Identity file .* not accessible",
                    "SSH-KEY-MISSING",
                    "the private key for %s cannot be read",
                    "check auth.ssh_private_key",
                    false),
            Cause.of(
                    "Permission denied|Too many authentication failures|No supported authentication methods",
                    "SSH-AUTH",
                    "%s does not let us log in",
                    "check auth.ssh_user and auth.ssh_private_key, or add the key to your agent with ssh-add",
                    false),
            Cause.of(
                    "Host key verification failed|No .* host key is known",
                    "SSH-HOST-KEY-UNKNOWN",
                    "the host key of %s cannot be checked",
                    "look at %k and at StrictHostKeyChecking in your ssh configuration",
                    false),
            Cause.of(
                    "Temporary failure in name resolution",
                    "SSH-RESOLVE",
                    "the name %s cannot be resolved now",
                    "check the network and the name server",
                    true),
            Cause.of(
                    "Could not resolve hostname",
                    "SSH-RESOLVE",
                    "there is no host named %s",
                    "check the spelling, or give its address",
                    false),
            Cause.of(
                    "Connection refused",
                    "SSH-REFUSED",
                    "%s refuses SSH connections",
                    "check that sshd runs there, and the port",
                    true),
            Cause.of(
                    "No route to host|Network is unreachable",
                    "SSH-NO-ROUTE",
                    "there is no route to %s",
                    "check that the machine is on, its address, and the network in between",
                    true),
            Cause.of(
                    "timed out",
                    "SSH-TIMEOUT",
                    "%s does not answer",
                    "check that the machine is on and that no firewall drops port 22",
                    true),
            Cause.of(
                    "no matching (host key type|key exchange|cipher|MAC)|Unable to negotiate",
                    "SSH-ALGORITHMS",
                    "ssh and %s have no algorithm in common",
                    "update the older of the two, or allow the algorithm in your ssh configuration",
                    false),
            Cause.of(
                    "[Bb]ad configuration option|Bad owner or permissions on|keyword .* extra arguments",
                    "SSH-CONFIG",
                    "your ssh configuration has an error",
                    "correct the line that ssh names",
                    false),
            Cause.of(
                    "bind.*Address already in use|cannot listen to port|Could not request local forwarding",
                    "SSH-PORT-BUSY",
                    "a local port to forward to %s is in use",
                    "choose another local port, or end what uses it",
                    false),
            Cause.of(
                    "UNKNOWN port 65535|proxy",
                    "SSH-PROXY",
                    "the way to %s through a proxy or jump host broke",
                    "try the proxy command by hand",
                    true),
            Cause.of(
                    "Connection (closed|reset)|Broken pipe|kex_exchange_identification",
                    "SSH-DROPPED",
                    "%s accepted the connection and dropped it",
                    "sshd there may be overloaded, or MaxStartups too small",
                    true));

    private SshFailure() {}

    static RemoteException read(String printed, String host, SshSettings settings) {
        for (Cause cause : CAUSES) {
            if (cause.sign().matcher(printed).find()) {
                String fix = cause.fix().replace("%k", settings.knownHosts().toString());
                return new RemoteException(
                        Problem.error(cause.code(), cause.what().replace("%s", host), line(printed, cause.sign()), fix),
                        cause.mayPass());
            }
        }
        String why = printed.strip().lines().reduce((first, last) -> last).orElse("ssh said nothing");
        return new RemoteException(
                Problem.error("SSH-FAILED", "cannot connect to " + host, why, "try it by hand with ssh -v"), true);
    }

    static RemoteException lost(String host) {
        return new RemoteException(
                Problem.error(
                        "SSH-LOST",
                        "the connection to " + host + " broke while a command ran there",
                        "it may have been done, in part or in full",
                        "try again"),
                true);
    }

    static RemoteException noBash(String host) {
        return new RemoteException(
                Problem.error(
                        "SSH-NO-BASH",
                        "there is no bash on " + host,
                        "every command of a cluster's configuration is run by bash",
                        "install bash there"),
                false);
    }

    static RemoteException missing(String program, Throwable cause) {
        return new RemoteException(
                Problem.error(
                        "SSH-MISSING",
                        program + " cannot be run on this machine",
                        String.valueOf(cause.getMessage()),
                        "install the OpenSSH client and have it on PATH"),
                false,
                cause);
    }

    // The banner around a changed key is long; its first line says nothing more than our own words.
    private static String line(String printed, Pattern sign) {
        return printed.lines()
                .filter(line -> sign.matcher(line).find())
                .map(line -> line.replaceAll("^@+|@+$", "").strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
    }
}
