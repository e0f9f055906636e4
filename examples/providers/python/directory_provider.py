"""A Ray node provider like any other: nothing here knows of Manta. A node is a directory, and what runs with its mark."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time

from ray.autoscaler.command_runner import CommandRunnerInterface
from ray.autoscaler.node_provider import NodeProvider


class DirectoryNodeProvider(NodeProvider):
    def __init__(self, provider_config, cluster_name):
        super().__init__(provider_config, cluster_name)
        self.root = os.path.join(provider_config["directory"], cluster_name)

    def non_terminated_nodes(self, tag_filters):
        found = []
        for node_id in sorted(os.listdir(self.root)) if os.path.isdir(self.root) else []:
            tags = self._read(node_id)
            if tags is not None and all(tags.get(k) == v for k, v in tag_filters.items()):
                found.append(node_id)
        return found

    def is_running(self, node_id):
        return self._read(node_id) is not None

    def is_terminated(self, node_id):
        return not self.is_running(node_id)

    def node_tags(self, node_id):
        return self._read(node_id) or {}

    def external_ip(self, node_id):
        return "127.0.0.1"

    def internal_ip(self, node_id):
        return "127.0.0.1"

    def create_node(self, node_config, tags, count):
        for _ in range(count):
            node_id = f"{tags['ray-node-name']}-{os.urandom(4).hex()}"
            os.makedirs(os.path.join(self.root, node_id, "home"))
            self._write(node_id, tags)

    def set_node_tags(self, node_id, tags):
        with open(os.path.join(self.root, node_id, "lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self._write(node_id, {**self.node_tags(node_id), **tags})

    def terminate_node(self, node_id):
        path = os.path.join(self.root, node_id)
        if os.path.exists(os.path.join(path, "tags.json")):
            os.replace(os.path.join(path, "tags.json"), os.path.join(path, "ended.json"))
        while pids := processes(path):
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.05)
        shutil.rmtree(path, ignore_errors=True)

    def cleanup_cluster_resources(self):
        for node_id in os.listdir(self.root) if os.path.isdir(self.root) else []:
            self.terminate_node(node_id)
        shutil.rmtree(self.root, ignore_errors=True)

    def get_command_runner(self, log_prefix, node_id, auth_config, cluster_name, process_runner, use_internal_ip, docker_config=None):
        return DirectoryCommandRunner(os.path.join(self.root, node_id), process_runner)

    def _read(self, node_id):
        try:
            with open(os.path.join(self.root, node_id, "tags.json")) as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def _write(self, node_id, tags):
        path = os.path.join(self.root, node_id, "tags.json")
        part = f"{path}.{os.urandom(4).hex()}"
        with open(part, "w") as file:
            json.dump(tags, file)
        os.replace(part, path)


class DirectoryCommandRunner(CommandRunnerInterface):
    def __init__(self, path, process_runner):
        self.path, self.process_runner = path, process_runner

    def run(self, cmd=None, timeout=120, exit_on_fail=False, port_forward=None, with_output=False, environment_variables=None, run_env="auto", ssh_options_override_ssh_key="", shutdown_after_run=False):
        home = os.path.join(self.path, "home")
        environment = {**os.environ, **(environment_variables or {}), "HOME": home, "DEMO_MACHINE": self.path}
        # A file, not a pipe: a daemon that the command leaves behind would keep a pipe open.
        with open(os.path.join(self.path, f"output-{os.urandom(4).hex()}"), "w+b") as output:
            done = self.process_runner.run(
                ["bash", "-c", cmd], cwd=home, env=environment, timeout=timeout, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True,
            )
            output.seek(0)
            text = output.read()
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, cmd, text)
        return text if with_output else ""

    def run_rsync_up(self, source, target, options=None):
        copy(source, self._inside(target))

    def run_rsync_down(self, source, target, options=None):
        copy(self._inside(source), target)

    def remote_shell_command_str(self):
        return f"cd {self.path}/home && bash"

    def run_init(self, *, as_head, file_mounts, sync_run_yet):
        return None

    def _inside(self, path):
        home = os.path.join(self.path, "home")
        return path.replace("~", home, 1) if path.startswith("~") else os.path.join(home, path)


def copy(source, target):
    if os.path.isdir(source):
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(source, target)


def processes(path):
    """Whatever carries the node's mark in its environment."""
    mark, found = f"DEMO_MACHINE={path}".encode(), []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if mark in file.read().split(b"\0") and int(pid) != os.getpid():
                    found.append(int(pid))
        except OSError:
            pass
    return found
