package io.manta.controller.setup;

import io.manta.spi.model.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says what a set-up command's failure means, where its output gives it away. */
final class CommandFailure {
    private static final String OWN_ENVIRONMENT =
            "add `install_ray: 2.60.0` to the cluster file: Ray then gets a Python environment of its own, and `pip` in"
                    + " `setup_commands` belongs to it";

    private record Sign(Pattern in, String code, String what, String fix) {
        static Sign of(String in, String code, String what, String fix) {
            return new Sign(Pattern.compile(in), code, what, fix);
        }
    }

    /** The first that is found counts: causes before what follows from them. */
    private static final List<Sign> SIGNS = List.of(
            Sign.of(
                    "No space left on device|[Dd]isk quota exceeded",
                    "SETUP-DISK-FULL",
                    "the disk of the node is full",
                    "free some space on the node, or give it a larger disk"),
            Sign.of(
                    "(?i)version mismatch|versions? do(es)? not match|different version of Ray",
                    "SETUP-RAY-VERSION",
                    "the node has another version of Ray or Python than the head",
                    "install the head's versions there: `install_ray: VERSION` and `install_python: \"3.12\"` in the cluster"
                            + " file give all nodes the same"),
            Sign.of(
                    "externally[- ]managed|PEP 668",
                    "SETUP-PIP-REFUSED",
                    "the node's Python belongs to its distribution, and pip may not install anything into it",
                    OWN_ENVIRONMENT),
            Sign.of(
                    "ensurepip is not|No module named '?(ensurepip|venv)\\b",
                    "SETUP-NO-VENV",
                    "the node's Python cannot make virtual environments",
                    OWN_ENVIRONMENT + "; or run `sudo apt-get update && sudo apt-get install -y python3-venv` first"),
            Sign.of(
                    "\\bpip[\\d.]*: (command )?not found|No module named '?pip\\b",
                    "SETUP-NO-PIP",
                    "the node has Python but no pip",
                    OWN_ENVIRONMENT),
            Sign.of(
                    "Could not get lock /var/lib/(dpkg|apt)|Unable to (acquire the dpkg frontend lock|lock directory)",
                    "SETUP-APT-LOCKED",
                    "another program is installing packages on the node",
                    "let apt wait for it: `sudo apt-get -o DPkg::Lock::Timeout=600 install ...`. Young machines update"
                            + " themselves for some minutes (unattended-upgrades)"),
            Sign.of(
                    "(?i)cloud-init[^\\n]*(still|is) running|^status: running",
                    "SETUP-CLOUD-INIT",
                    "cloud-init is still at work on the node",
                    "put `cloud-init status --wait` before the command"),
            Sign.of(
                    "E: (Unable to locate package|Package '.*' has no installation candidate)",
                    "SETUP-APT-LISTS",
                    "apt does not know the package",
                    "fresh machines have no package lists: put `sudo apt-get update` before it; else check its name"),
            Sign.of(
                    "UnknownIssuer|CERTIFICATE_VERIFY_FAILED|certificate verify failed|SSLCertVerificationError",
                    "SETUP-CERTIFICATE",
                    "the node does not trust the certificate of the site it downloads from",
                    "install your organisation's certificate authority there: copy it to"
                            + " /usr/local/share/ca-certificates/NAME.crt and run `sudo update-ca-certificates`"),
            Sign.of(
                    "Temporary failure in name resolution|Temporary failure resolving|Name or service not known|Could not resolve host"
                            + "|NewConnectionError|ConnectTimeoutError|Network is unreachable|cannot fetch uv from"
                            + "|Could not connect to \\S+ \\(|dns error|\\(from versions: none\\)",
                    "SETUP-NO-INDEX",
                    "the node cannot reach the package index",
                    "give it a way out (a public address or a NAT gateway), or name a mirror that it reaches in"
                            + " `initialization_commands`: `echo 'export PIP_INDEX_URL=...' | sudo tee /etc/profile.d/mirror.sh`"),
            Sign.of(
                    "No matching distribution found|No solution found when resolving",
                    "SETUP-NO-RELEASE",
                    "the package index has no such release for the node's Python",
                    "check the version; Ray 2.60 needs Python 3.10 to 3.14, which `install_python: \"3.12\"` fetches"),
            Sign.of(
                    "sudo: (a password|a terminal) is required|is not in the sudoers file",
                    "SETUP-SUDO",
                    "the user on the node may not use sudo without a password",
                    "log in as another user (`auth.ssh_user`), or allow it on the node"),
            Sign.of(
                    "\\bray: (command )?not found",
                    "SETUP-RAY-MISSING",
                    "there is no ray on the node's PATH",
                    "let Manta install it (`install_ray: 2.60.0`), or check PATH in ~/.bashrc"),
            Sign.of(
                    "\\bpython3?: (command )?not found|env: .python3?.: No such file",
                    "SETUP-NO-PYTHON",
                    "there is no Python on the node's PATH",
                    "install it with `initialization_commands`, for example `sudo apt-get update && sudo apt-get install -y"
                            + " python3`, or check PATH in ~/.bashrc"));

    private CommandFailure() {}

    static Problem explain(String script, int exitCode, List<String> lines) {
        String why = "`" + script + "` exited with " + exitCode + "\n" + String.join("\n", lines);
        Optional<Sign> sign = SIGNS.stream()
                .filter(s ->
                        lines.stream().anyMatch(line -> s.in().matcher(line).find()))
                .findFirst();
        return sign.map(s -> Problem.error(s.code(), s.what(), why, s.fix()))
                .orElseGet(() -> Problem.error(
                        "SETUP-COMMAND-FAILED",
                        "`" + script + "` exited with " + exitCode,
                        String.join("\n", lines),
                        ""));
    }
}
