"""What `ray.autoscaler.sdk` offers, with the same signatures, on clusters that Manta makes.

Arguments that name a cluster are a dict or the path of a YAML file, as with Ray; here the name of a cluster that exists will
do, too. Calls block until done and raise `MantaError` when the program fails. Nothing here imports Ray except `request_resources`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from manta import program
from manta.callbacks import CreateClusterEvent, EventFollower, global_event_system

__all__ = [
    "CreateClusterEvent",
    "bootstrap_config",
    "configure_logging",
    "create_or_update_cluster",
    "fillout_defaults",
    "get_docker_host_mount_location",
    "get_head_node_ip",
    "get_worker_node_ips",
    "global_event_system",
    "register_callback_handler",
    "request_resources",
    "rsync",
    "run_on_cluster",
    "teardown_cluster",
]

_logging: list[str] = []


def create_or_update_cluster(
    cluster_config: dict[str, Any] | str,
    *,
    no_restart: bool = False,
    restart_only: bool = False,
    no_config_cache: bool = False,
) -> dict[str, Any]:
    """Brings a cluster up, or up to date, and returns its whole configuration, defaults included.

    Args:
        no_restart: never restart Ray on the head.
        restart_only: restart Ray on the head and skip set-up commands.
        no_config_cache: accepted as Ray does; Manta keeps no such cache.
    """
    del no_config_cache
    with _config_file(cluster_config) as file:
        resolved = _resolved(file)
        flags = ["--no-restart"] * no_restart + ["--restart-only"] * restart_only
        with EventFollower(str(resolved.get("cluster_name", ""))):
            _run(["up", file, "-y", *flags], quiet=False)
        return resolved


def teardown_cluster(
    cluster_config: dict[str, Any] | str, workers_only: bool = False, keep_min_workers: bool = False
) -> None:
    """Takes a cluster down; fails unless everything that was to go is gone."""
    with _config_file(cluster_config) as file:
        flags = ["--workers-only"] * workers_only + ["--keep-min-workers"] * keep_min_workers
        _run(["down", file, "-y", *flags], quiet=False)


def run_on_cluster(
    cluster_config: dict[str, Any] | str,
    *,
    cmd: str | None = None,
    run_env: str = "auto",
    tmux: bool = False,
    stop: bool = False,
    no_config_cache: bool = False,
    port_forward: int | list[int] | tuple[int, int] | list[tuple[int, int]] | None = None,
    with_output: bool = False,
) -> str | None:
    """Runs a shell command on the head and returns its output if asked to.

    Args:
        cmd: without one only the way to the head is tried.
        run_env: "host", "docker", or "auto" for where the cluster's configuration says.
        port_forward: ports of this machine that lead to the same ones of the head while the command runs.
    """
    del no_config_cache
    flags = ["--run-env", run_env] + ["--tmux"] * tmux + ["--stop"] * stop
    for port in _ports(port_forward):
        flags += ["-p", str(port)]
    with _config_file(cluster_config) as file:
        out = _run(["exec", *flags, file, "true" if cmd is None else cmd], quiet=with_output)
    if with_output:
        return out
    if out:
        print(out, end="")
    return None


def _ports(given: int | list[int] | tuple[int, int] | list[tuple[int, int]] | None) -> list[int]:
    if given is None:
        return []
    many = given if isinstance(given, list) else [given]
    ports = []
    for port in many:
        if isinstance(port, tuple):
            if port[0] != port[1]:
                raise ValueError(f"port {port[0]} cannot lead to another port of the head ({port[1]})")
            port = port[0]
        ports.append(port)
    return ports


def rsync(
    cluster_config: dict[str, Any] | str,
    *,
    source: str | None,
    target: str | None,
    down: bool,
    ip_address: str | None = None,
    use_internal_ip: bool = False,
    no_config_cache: bool = False,
    should_bootstrap: bool = True,
) -> None:
    """Copies files to the head, or from it when `down`; without source and target, the configuration's file mounts."""
    del use_internal_ip, no_config_cache, should_bootstrap
    if (source is None) != (target is None):
        raise ValueError("source and target go together; leave out both to copy the file mounts")
    paths = [] if source is None or target is None else [source, target]
    with _config_file(cluster_config) as file:
        if ip_address is not None and ip_address != _head_ip(file):
            raise ValueError(f"only the head's files can be copied, and {ip_address} is not its address")
        _run(["rsync-down" if down else "rsync-up", file, *paths], quiet=False)


def get_head_node_ip(cluster_config: dict[str, Any] | str) -> str:
    with _config_file(cluster_config) as file:
        return _head_ip(file)


def _head_ip(file: str) -> str:
    return _run(["get-head-ip", file]).strip()


def get_worker_node_ips(cluster_config: dict[str, Any] | str) -> list[str]:
    with _config_file(cluster_config) as file:
        return _run(["get-worker-ips", file]).split()


def request_resources(
    num_cpus: int | None = None,
    bundles: list[dict[str, float]] | None = None,
    bundle_label_selectors: list[dict[str, str]] | None = None,
) -> None:
    """Has the autoscaler make room for these resources at once, from a driver that is connected to the cluster.

    It is Ray's own call: the request lies with Ray, Manta reads it there. It holds until the next one.
    """
    from ray.autoscaler import sdk as ray_sdk

    ray_sdk.request_resources(num_cpus, bundles, bundle_label_selectors)


def configure_logging(
    log_style: str | None = None, color_mode: str | None = None, verbosity: int | None = None
) -> None:
    """How the calls that follow report: style "auto", "record" or "pretty"; colours "auto", "true" or "false"."""
    _logging[:] = []
    if log_style is not None:
        _logging.extend(["--log-style", log_style])
    if color_mode is not None:
        _logging.extend(["--log-color", color_mode])
    _logging.extend(["-v"] * (verbosity or 0))


def bootstrap_config(cluster_config: dict[str, Any], no_config_cache: bool = False) -> dict[str, Any]:
    """The whole configuration after every check, secrets as ***. What a provider chooses at launch is not in it."""
    del no_config_cache
    with _config_file(cluster_config) as file:
        return _resolved(file)


def fillout_defaults(config: dict[str, Any]) -> dict[str, Any]:
    """The configuration with its provider's defaults."""
    return bootstrap_config(config)


def register_callback_handler(
    event_name: str, callback: Callable[[dict[str, Any]], None] | list[Callable[[dict[str, Any]], None]]
) -> None:
    """Has the callbacks called during `create_or_update_cluster`; see `CreateClusterEvent` for the events."""
    global_event_system.add_callback_handler(event_name, callback)


def get_docker_host_mount_location(cluster_name: str) -> str:
    """Where on a host the files lie that its container mounts."""
    return f"/tmp/ray_tmp_mount/{cluster_name}"


def _resolved(file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_run(["config", file, "-o", "json"]))
    return found


def _run(arguments: list[str], quiet: bool = True) -> str:
    # Behind the verb: in front of it stand only Ray's own global options.
    return program.run([arguments[0], *_logging, *arguments[1:]], quiet=quiet)


@contextmanager
def _config_file(cluster_config: dict[str, Any] | str) -> Iterator[str]:
    """The program reads files; JSON is YAML, too."""
    if isinstance(cluster_config, dict):
        with tempfile.TemporaryDirectory(prefix="manta-") as directory:
            file = os.path.join(directory, "cluster.yaml")
            with open(file, "w", encoding="utf-8") as out:
                json.dump(cluster_config, out)
            yield file
        return
    yield os.fspath(cluster_config)
