package io.manta.provider.localhost;

import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Every problem this provider can report; docs/problems/localhost.md lists the codes. */
final class LocalhostProblems {
    private LocalhostProblems() {}

    static Problem notLinux(String system) {
        return Problem.error(
                "LOCALHOST-NOT-LINUX",
                "provider localhost needs Linux, this is " + system,
                "it finds a node's processes through /proc",
                "use a Linux machine, a virtual machine or a container");
    }

    static Problem noPython(String tried) {
        return Problem.error(
                "LOCALHOST-NO-PYTHON",
                "no Python from 3.10 to 3.13 on the PATH",
                tried,
                "sudo apt install python3 python3-venv, or set provider.python to an interpreter that has Ray");
    }

    static Problem noVenv(Path python) {
        return Problem.error(
                "LOCALHOST-NO-VENV",
                python + " cannot make virtual environments",
                "its modules venv and ensurepip are not installed",
                "sudo apt install python3-venv, then run it again");
    }

    static Problem pythonMissing(Path python) {
        return Problem.error(
                "LOCALHOST-PYTHON-MISSING",
                "provider.python is not a program: " + python,
                "",
                "point it to bin/python of a virtual environment that has Ray, or leave it out");
    }

    static Problem rayMissing(Path python) {
        return Problem.error(
                "LOCALHOST-RAY-MISSING",
                "no Ray in " + python,
                "it cannot import ray, or has no `ray` command beside it",
                python + " -m pip install 'ray[default]==" + LocalhostSettings.DEFAULT_RAY_VERSION + "'");
    }

    static Problem rayVersion(Path python, String found, String wanted) {
        return Problem.error(
                "LOCALHOST-RAY-VERSION",
                python + " has Ray " + found + ", the cluster needs " + wanted,
                "",
                "set provider.ray_version to " + found + ", or install the other version there");
    }

    static Problem rayUnknownVersion(String version, List<String> lastLines) {
        return Problem.error(
                "LOCALHOST-RAY-UNKNOWN-VERSION",
                "there is no Ray " + version + " for this Python",
                String.join("\n", lastLines),
                "set provider.ray_version to a released version, such as " + LocalhostSettings.DEFAULT_RAY_VERSION);
    }

    static Problem diskFull(Path place, long free, long needed) {
        return Problem.error(
                "LOCALHOST-DISK-FULL",
                "not enough space in " + place,
                megabytes(free) + " are free, " + megabytes(needed) + " are needed",
                "free some space there");
    }

    static Problem diskFull(Path place, List<String> lastLines) {
        return Problem.error(
                "LOCALHOST-DISK-FULL",
                "no space left while installing Ray in " + place,
                String.join("\n", lastLines),
                "free some space there, then run it again");
    }

    static Problem noNetwork(String version, List<String> lastLines) {
        return Problem.error(
                "LOCALHOST-NO-NETWORK",
                "cannot download Ray " + version,
                String.join("\n", lastLines),
                "check the network and the proxy, or set provider.python to an interpreter that has Ray");
    }

    static Problem installFailed(String version, Path log, List<String> lastLines) {
        return Problem.error(
                "LOCALHOST-INSTALL-FAILED",
                "cannot install Ray " + version,
                String.join("\n", lastLines),
                "the whole output is in " + log);
    }

    static Problem portInUse(String key, int port) {
        return Problem.error(
                "LOCALHOST-PORT-IN-USE",
                "port " + port + " (provider." + key + ") is in use",
                "another program or cluster on this machine has it",
                "end that program (ss -ltnp shows it), or leave " + key + " out to have a free one chosen");
    }

    static Problem portReserved(String key, int port) {
        return Problem.error(
                "LOCALHOST-PORT-RESERVED",
                "port " + port + " (provider." + key + ") is in the range that Ray gives to its workers",
                "Ray refuses ports from 10002 to 19999",
                "choose another, or leave " + key + " out to have a free one chosen");
    }

    static Problem memory(String sum, String there) {
        return Problem.warning(
                "LOCALHOST-MEMORY",
                "all nodes together may claim " + sum + " of memory, this machine has " + there,
                "Ray would place more work than fits",
                "lower `memory` in the node types' resources, or max_workers");
    }

    static Problem sharedMemory(String there) {
        return Problem.warning(
                "LOCALHOST-SHM-SMALL",
                "/dev/shm has only " + there,
                "Ray keeps objects there and falls back to slow files",
                "in Docker, start the container with --shm-size=2g or more");
    }

    static Problem mountOutsideHome(String remote) {
        return Problem.error(
                "LOCALHOST-MOUNT-OUTSIDE-HOME",
                "file_mounts: " + remote + " is outside the node's home",
                "nodes of this provider share your machine's file system: it would overwrite your own files",
                "write ~/" + Path.of(remote).getFileName() + " or a relative path");
    }

    static Problem containers() {
        return Problem.error(
                "LOCALHOST-NO-CONTAINERS",
                "provider localhost runs no containers",
                "its nodes are plain processes on this machine",
                "remove `docker` from the configuration");
    }

    static ProviderException acceleratorsInUse(String resource, int wanted, int free, String inUse) {
        return new ProviderException(
                Kind.NO_CAPACITY,
                Problem.error(
                        "LOCALHOST-ACCELERATORS-IN-USE",
                        "a node needs " + MachineWords.amount(wanted, resource) + ", " + free + " free",
                        inUse,
                        "take the other cluster down, or set provider.oversubscribe_gpus to share them"));
    }

    static Problem acceleratorsMissing(String type, String claim, String has, boolean blocks) {
        String code = "LOCALHOST-ACCELERATORS-MISSING";
        String what = "node type " + type + " needs " + claim;
        String fix = "lower it in the type's resources, or set provider.oversubscribe_gpus: true to pretend";
        return blocks
                ? Problem.error(code, what, has, fix)
                : Problem.warning(code, what, has + "; no node of this type will be launched", fix);
    }

    static Problem noSuchGpu(String name, String has) {
        return Problem.error(
                "LOCALHOST-NO-SUCH-GPU",
                "provider.gpus names GPU " + name + ", which is not here",
                has,
                "see `manta doctor` for what this machine has");
    }

    static Problem acceleratorsUnknown(String why) {
        return Problem.warning(
                "LOCALHOST-ACCELERATORS-UNKNOWN",
                "cannot tell which accelerators this machine has",
                why,
                "nodes are launched as their types say; check the vendor's driver");
    }

    static Problem badNodeId(String id) {
        return Problem.error(
                "LOCALHOST-NODE-ID", "not a node id: " + id, "only lower-case letters, digits and dashes", "");
    }

    static Problem stuck(String id, String why) {
        return Problem.warning(
                "LOCALHOST-STUCK", "machine " + id + " does not end", why, "it is tried again; look at these by hand");
    }

    static Problem stillThere(List<String> machines) {
        return Problem.error(
                "LOCALHOST-STILL-THERE",
                "cannot clean up while machines are left: " + String.join(", ", machines),
                "",
                "run `manta down` again");
    }

    static Problem gone(String id) {
        return Problem.error("LOCALHOST-GONE", "there is no machine " + id, "it has been terminated", "");
    }

    static Problem notPrepared() {
        return Problem.error(
                "LOCALHOST-NOT-PREPARED",
                "the Python environment of this cluster is not there",
                "`up` did not finish, or somebody removed it",
                "run `manta up` again");
    }

    static ProviderException files(String doing, IOException cause) {
        boolean full = String.valueOf(cause.getMessage()).contains("No space left");
        return new ProviderException(
                full ? Kind.QUOTA : Kind.UNKNOWN,
                Problem.error(
                        full ? "LOCALHOST-DISK-FULL" : "LOCALHOST-FILES",
                        "cannot " + doing,
                        cause.getClass().getSimpleName() + ": " + cause.getMessage(),
                        full ? "free some space, then run it again" : "check that the directory exists and is yours"),
                cause);
    }

    static ProviderException invalid(Problem problem) {
        return new ProviderException(Kind.INVALID, problem);
    }

    static String megabytes(long bytes) {
        return bytes / 1_000_000 + " MB";
    }
}
