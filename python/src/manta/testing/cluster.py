"""A stand-in for `ray.cluster_utils.AutoscalingCluster` whose autoscaler is Manta's."""

from __future__ import annotations

import atexit
import copy
import json
import os
import secrets
import shlex
import shutil
import sys
import tempfile
import weakref
from pathlib import Path
from typing import Any

from manta import program
from manta.results import Status
from manta.testing.guard import Guard

HEAD_TYPE = "ray.head.default"

# As the built-in cluster on this machine starts Ray; $EXTRA is what a test adds.
_START_HEAD = (
    "ray start --head --port=$MANTA_GCS_PORT --node-ip-address=127.0.0.1 --temp-dir=$MANTA_RAY_TEMP"
    " --include-dashboard=$MANTA_DASHBOARD --dashboard-host=127.0.0.1 --dashboard-port=$MANTA_DASHBOARD_PORT"
    " --ray-client-server-port=$MANTA_CLIENT_PORT --dashboard-agent-listen-port=0 --disable-usage-stats"
    " --autoscaling-config=~/ray_bootstrap_config.yaml"
)
_START_WORKER = "python $MANTA_WORKER_NODE"

_ADDRESS = "RAY_ADDRESS"

# In the order of their start; the last one is what `ray.init("auto")` finds.
_running: list["AutoscalingCluster"] = []
_address_before: str | None = None


class AutoscalingCluster:
    """A cluster on this machine that grows and shrinks, for tests of what depends on that.

    The constructor, `start` and `shutdown` are those of `ray.cluster_utils.AutoscalingCluster`. There may be several at a time.
    Nothing listens beyond loopback. Nothing is left after `shutdown`, nor after the end of the process, however it ends.

    As with Ray's own, no token is asked for: Ray reads that setting when it is imported, long before a cluster is made. On a
    machine that you share, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN_PATH before the first `import ray`; clusters then take that.

    Args:
        head_resources: of the head, such as {"CPU": 0}.
        worker_node_types: as `available_node_types` in a cluster file.
        autoscaler_v2: accepted as Ray does; there is one autoscaler.
        config_kwargs: further keys of the cluster file, such as idle_timeout_minutes or max_workers.
    """

    def __init__(
        self, head_resources: dict[str, Any], worker_node_types: dict[str, Any], autoscaler_v2: bool = False, **config_kwargs: Any
    ):
        del autoscaler_v2
        self.name = f"test-{secrets.token_hex(4)}"
        self._config = self._generate_config(head_resources, worker_node_types, **config_kwargs)
        self._home: str | None = None
        self._guard: Guard | None = None
        self.address = ""
        """For `ray.init`, once started."""

    def _generate_config(
        self, head_resources: dict[str, Any], worker_node_types: dict[str, Any], **config_kwargs: Any
    ) -> dict[str, Any]:
        given = copy.deepcopy(config_kwargs)
        # Tests of scaling logic claim GPUs on machines that have none.
        pretend = {"type": "localhost", "python": sys.executable, "oversubscribe_gpus": True}
        provider = {**pretend, **(given.pop("provider", None) or {})}
        types = copy.deepcopy(worker_node_types)
        types[HEAD_TYPE] = {"resources": dict(head_resources), "node_config": {}, "max_workers": 0}
        return {
            "cluster_name": self.name,
            "max_workers": 8,
            "idle_timeout_minutes": 0.1,
            "upscaling_speed": 1.0,
            "available_node_types": types,
            "head_node_type": HEAD_TYPE,
            **given,
            "provider": {**provider, "type": "localhost"},
        }

    @property
    def environment(self) -> dict[str, str]:
        """What a driver in another process needs besides its own environment."""
        if not self.address:
            return {}
        return {_ADDRESS: self.address}

    def start(self, _system_config: dict[str, Any] | None = None, override_env: dict[str, str] | None = None) -> None:
        """Starts the cluster; `ray.init("auto")` and the programs of Ray find it from then on.

        Args:
            _system_config: Ray's internal settings, for the whole cluster.
            override_env: more environment variables for Ray on all nodes.
        """
        if self._home is not None:
            raise RuntimeError(f"cluster {self.name} runs already")
        self._home = tempfile.mkdtemp(prefix="manta-test-")
        self._guard = Guard(self._manta("down", self.name, "-y"), self._home)
        atexit.register(_shutdown_if_alive, weakref.ref(self))
        try:
            self._start(_system_config or {}, override_env or {})
        except BaseException:
            self.shutdown()
            raise

    def _start(self, system_config: dict[str, Any], override_env: dict[str, str]) -> None:
        home = Path(self._home or "")
        token = _given_token()
        if token is None:
            override_env = {"RAY_AUTH_MODE": "disabled", **override_env}
        else:
            machines = home / "clusters" / self.name / "machines"
            machines.mkdir(parents=True)
            shutil.copy2(token, machines / "token")
        exports = "".join(f"export {key}={shlex.quote(str(value))}; " for key, value in sorted(override_env.items()))
        extra = f" --system-config={shlex.quote(json.dumps(system_config))}" if system_config else ""
        config = {
            "head_start_ray_commands": ["ray stop", exports + _START_HEAD + extra],
            "worker_start_ray_commands": ["ray stop", exports + _START_WORKER],
            **self._config,
        }
        file = home / "cluster.yaml"
        file.write_text(json.dumps(config))
        self._run("up", str(file), "-y")
        self.address = "0.0.0.0:" + self.status().head_address.rpartition(":")[2]
        _started(self)

    def status(self) -> Status:
        """The autoscaler's last report."""
        return Status.of(json.loads(self._run("status", self.name, "-o", "json")))

    def shutdown(self) -> None:
        """Takes the cluster down; after that nothing of it is left. Once more does nothing."""
        if self._home is None or self._guard is None:
            return
        if (Path(self._home) / "clusters" / self.name / "record.json").exists():
            self._run("down", self.name, "-y")
        self._guard.dismiss()
        shutil.rmtree(self._home, ignore_errors=True)
        self._home = None
        _ended(self)
        self.address = ""

    def _manta(self, *arguments: str) -> list[str]:
        return ["env", f"MANTA_HOME={self._home}", program.find_program(), *arguments]

    def _run(self, *arguments: str) -> str:
        return program.run(arguments, environment={**os.environ, "MANTA_HOME": self._home or ""})


def _started(cluster: AutoscalingCluster) -> None:
    global _address_before
    if not _running:
        _address_before = os.environ.get(_ADDRESS)
    _running.append(cluster)
    os.environ[_ADDRESS] = cluster.address
    _forget_addresses()


def _ended(cluster: AutoscalingCluster) -> None:
    if cluster not in _running:
        return
    _running.remove(cluster)
    # Whoever has set another address meanwhile keeps it.
    if os.environ.get(_ADDRESS) == cluster.address:
        address = _running[-1].address if _running else _address_before
        if address is None:
            del os.environ[_ADDRESS]
        else:
            os.environ[_ADDRESS] = address
    _forget_addresses()


def _given_token() -> Path | None:
    given = os.environ.get("RAY_AUTH_TOKEN_PATH")
    return Path(given) if given and os.environ.get("RAY_AUTH_MODE") == "token" else None


def _shutdown_if_alive(cluster: "weakref.ref[AutoscalingCluster]") -> None:
    alive = cluster()
    if alive is not None:
        alive.shutdown()


def _forget_addresses() -> None:
    """Ray remembers which clusters it has found."""
    services = sys.modules.get("ray._private.services")
    clear = getattr(getattr(services, "find_gcs_addresses", None), "cache_clear", None)
    if clear is not None:
        clear()
