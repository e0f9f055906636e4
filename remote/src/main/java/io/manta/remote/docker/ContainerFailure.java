package io.manta.remote.docker;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.RemoteException;
import java.util.List;
import java.util.regex.Pattern;

/** Says what docker's or podman's complaint means and what to do about it. */
final class ContainerFailure {
    private record Cause(Pattern sign, String code, String what, String fix, boolean mayPass) {
        static Cause of(String sign, String code, String what, String fix, boolean mayPass) {
            return new Cause(Pattern.compile(sign, Pattern.CASE_INSENSITIVE), code, what, fix, mayPass);
        }
    }

    private static final List<Cause> CAUSES = List.of(
            Cause.of(
                    "no space left on device",
                    "DOCKER-NO-SPACE",
                    "there is no space left for %i",
                    "free some space on the node (`%p system prune`), or give it a larger disk",
                    false),
            Cause.of(
                    "permission denied.*(daemon|socket)",
                    "DOCKER-DENIED",
                    "the SSH user may not use %p",
                    "add `sudo usermod -aG docker $USER` to initialization_commands",
                    false),
            Cause.of(
                    "cannot connect to the docker daemon|is the docker daemon running",
                    "DOCKER-NOT-RUNNING",
                    "%p is installed, but its daemon does not run",
                    "start it, for example with `sudo systemctl start docker` in initialization_commands",
                    true),
            Cause.of(
                    "manifest unknown|manifest for .* not found|repository .* not found|name unknown",
                    "DOCKER-NO-IMAGE",
                    "there is no image %i",
                    "check its name and tag",
                    false),
            Cause.of(
                    "pull access denied|unauthorized|authentication required|no basic auth|requested access to the resource is denied|403 forbidden",
                    "DOCKER-LOGIN",
                    "the registry does not give out %i",
                    "add `%p login` for its registry to initialization_commands, or check the image's name",
                    false),
            Cause.of(
                    "no such host|no route to host|network is unreachable|request canceled|connection refused|i/o timeout|TLS handshake|EOF|toomanyrequests|server gave HTTP response",
                    "DOCKER-REGISTRY",
                    "the registry of %i cannot be reached from the node",
                    "check the node's network and the registry's name",
                    true),
            Cause.of(
                    "invalid reference format|unknown flag|unknown shorthand flag|invalid argument",
                    "DOCKER-OPTIONS",
                    "%p does not accept the configured options",
                    "correct docker.run_options or docker.image",
                    false));

    private ContainerFailure() {}

    static RemoteException read(List<String> lines, ContainerSpec spec) {
        for (Cause cause : CAUSES) {
            for (String line : lines) {
                if (cause.sign().matcher(line).find()) {
                    return problem(cause.code(), cause.what(), line.strip(), cause.fix(), cause.mayPass(), spec);
                }
            }
        }
        String why = lines.isEmpty() ? "" : lines.getLast().strip();
        return problem("DOCKER-FAILED", "%p failed on the node", why, "", false, spec);
    }

    static RemoteException notInstalled(ContainerSpec spec) {
        return problem(
                "DOCKER-NOT-INSTALLED",
                "%p is not installed on the node",
                "the configuration runs Ray in the image %i",
                spec.settings().usePodman()
                        ? "install podman on the node, or choose an image that has it"
                        : "install it there (`sudo apt-get install -y docker.io` in initialization_commands), or choose a machine"
                                + " image that has it",
                false,
                spec);
    }

    static RemoteException tooLittleSpace(ContainerSpec spec, String storage, long free, long needed) {
        return problem(
                "DOCKER-NO-SPACE",
                "there is not enough space for %i",
                "it needs about " + megabytes(needed) + " MB, and " + storage + " has " + megabytes(free) + " MB left",
                "free some space on the node (`%p system prune`), or give it a larger disk",
                false,
                spec);
    }

    static RemoteException exited(ContainerSpec spec, List<String> log) {
        return problem(
                "DOCKER-EXITED",
                "the container " + spec.name() + " ended right after it was started",
                String.join("\n", log),
                "check that %i has bash, and its entry point",
                false,
                spec);
    }

    private static long megabytes(long bytes) {
        return bytes / 1_000_000;
    }

    private static RemoteException problem(
            String code, String what, String why, String fix, boolean mayPass, ContainerSpec spec) {
        return new RemoteException(Problem.error(code, fill(what, spec), fill(why, spec), fill(fix, spec)), mayPass);
    }

    private static String fill(String text, ContainerSpec spec) {
        return text.replace("%p", spec.program()).replace("%i", spec.settings().image());
    }
}
