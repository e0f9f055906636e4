"""Speaks Manta's provider protocol (docs/provider-protocol.md) on behalf of an unmodified Ray NodeProvider class.

Started as: python ray_bridge.py pkg.module.Class. Requests come as JSON lines on standard input and are answered on
standard output in any order, each from a thread of its own: Ray's calls may block. Ray's providers do not know node ids;
the id travels in the tags, and a node is looked for by its tag before one is made, so a repeated launch makes nothing twice.
"""

import contextlib
import copy
import datetime
import fcntl
import importlib
import inspect
import json
import os
import subprocess
import sys
import threading
import time
import traceback

PROTOCOL = 1
NODE_ID, LAUNCHED, CLUSTER = "manta-node-id", "manta-launched-at", "ray-cluster-name"

# Standard output carries the protocol: whatever a provider prints goes to standard error, child processes included.
OUT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
sys.stdout = sys.stderr
OUT_LOCK = threading.Lock()


class Refusal(Exception):
    """A failure with a kind of Manta's."""

    def __init__(self, kind, message, why="", fix=""):
        super().__init__(message)
        self.kind, self.why, self.fix = kind, why, fix


KINDS = (
    ("QUOTA", ("quota", "limitexceeded", "vcpulimit", "maxspot")),
    ("NO_CAPACITY", ("capacity", "stockout", "exhausted", "unavailable", "insufficient")),
    ("THROTTLED", ("throttl", "requestlimit", "ratelimit", "toomany")),
    ("DENIED", ("denied", "unauthorized", "forbidden", "authfail", "permission", "credential")),
    ("INVALID", ("invalid", "malformed", "notfound", "unsupported", "badrequest", "missing")),
)


def kind_of(words):
    """What a category or an error's name says; request limits are told from account limits by the more exact word."""
    text = words.lower().replace("_", "").replace("-", "").replace(" ", "")
    if "requestlimit" in text:
        return "THROTTLED"
    return next((kind for kind, marks in KINDS if any(mark in text for mark in marks)), "UNKNOWN")


def describe(error):
    """An exception of the provider's as an error of the protocol."""
    last = "".join(traceback.format_exception_only(type(error), error)).strip()
    if isinstance(error, Refusal):
        return {"kind": error.kind, "message": str(error), "why": error.why, "fix": error.fix}
    if hasattr(error, "category") and hasattr(error, "description"):
        return {
            "kind": kind_of(str(error.category)),
            "message": f"{error.category}: {error.description}",
            "why": str(error.src_exc_info[1]) if getattr(error, "src_exc_info", None) else "",
        }
    traceback.print_exception(type(error), error, error.__traceback__, file=sys.stderr)
    if isinstance(error, PermissionError):
        kind = "DENIED"
    elif isinstance(error, (ConnectionError, TimeoutError)):
        kind = "UNREACHABLE"
    elif isinstance(error, NotImplementedError):
        return {"kind": "INVALID", "message": "the provider class does not implement what was asked for", "why": last}
    else:
        code = getattr(error, "response", None)
        code = code.get("Error", {}).get("Code", "") if isinstance(code, dict) else ""
        kind = kind_of(code) if code else "UNKNOWN"
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    return {"kind": kind, "message": last + where, "why": ""}


class Bridge:
    def __init__(self, class_path):
        self.class_path = class_path
        self.lock = threading.RLock()
        self.provider_class = None
        self.made = None
        self.hello_params = {}
        self.cluster_config = {}

    # The life of the class

    def hello(self, params, tell):
        self.hello_params = params
        self.cluster_config = ray_config(params["config"])
        self.state_dir = params["state_dir"]
        self.appear_seconds = float(params["config"]["provider"].get("appear_seconds", 50))
        self.provider_class = self.load()
        own_runner = self.overrides("get_command_runner")
        return {
            "protocol": PROTOCOL,
            "name": self.class_path,
            "version": importlib.import_module("ray").__version__,
            "methods": ["run", "upload", "download", "luggage"] if own_runner else ["luggage"],
        }

    def load(self):
        module_name, _, class_name = self.class_path.rpartition(".")
        try:
            importlib.import_module("ray.autoscaler.node_provider")
        except ImportError as error:
            raise Refusal(
                "INVALID",
                f"{sys.executable} has no Ray: {error}",
                "Ray's provider classes need Ray itself",
                "name a Python that has it: provider.python, or `pip install 'ray[default]'` there",
            ) from error
        try:
            found = getattr(importlib.import_module(module_name), class_name)
        except ImportError as error:
            raise Refusal(
                "INVALID",
                f"cannot import {module_name}: {error}",
                f"searched with {sys.executable} in {os.environ.get('PYTHONPATH', '')}",
                "correct provider.module, or name the directory that holds it in provider.python_path",
            ) from error
        except AttributeError as error:
            raise Refusal("INVALID", f"module {module_name} has no class {class_name}", "", "correct provider.module") from error
        return found

    def overrides(self, name):
        from ray.autoscaler.node_provider import NodeProvider

        return getattr(self.provider_class, name, None) is not getattr(NodeProvider, name)

    def bootstrapped(self):
        """The configuration as the class wants it; what `prepare` kept, when it still is about the same input."""
        try:
            with open(self.bootstrap_file()) as file:
                kept = json.load(file)
            if self.hello_params.get("on_head"):
                return kept["head"]
            if kept["input"] == self.cluster_config:
                return kept["output"]
        except (OSError, ValueError, KeyError):
            pass
        return None

    def bootstrap(self):
        config = copy.deepcopy(self.cluster_config)
        try:
            config = self.provider_class.fillout_available_node_types_resources(config)
        except Exception as error:  # Ray only warns here, too
            print(f"fillout_available_node_types_resources failed: {error!r}", file=sys.stderr)
        return self.provider_class.bootstrap_config(config)

    def bootstrap_file(self):
        return os.path.join(self.state_dir, "bootstrapped.json")

    def provider(self, make=False):
        """One instance for all threads, as Ray uses it. Looking needs no bootstrap, which may make things; launching does."""
        with self.lock:
            if self.made is None or (make and self.made[2] is None):
                full = self.bootstrapped() or (self.bootstrap() if make else None)
                config = full or self.cluster_config
                if self.made is None or config["provider"] != self.made[1]["provider"]:
                    instance = self.provider_class(config["provider"], config["cluster_name"])
                else:
                    instance = self.made[0]
                self.made = (instance, config, full)
            return self.made[0], self.made[1]

    # The methods of the protocol

    def check(self, params, tell):
        provider, _ = self.provider()
        findings = [{"subject": "class", "result": f"{self.class_path}, Ray {sys.modules['ray'].__version__}"}]
        if provider.is_readonly():
            refused = Refusal("INVALID", "the provider is read-only", "is_readonly() is true: it cannot make machines")
            findings.append({"subject": "launching", "result": "read-only", "error": describe(refused)})
        count = len(provider.non_terminated_nodes({}))
        return {"findings": findings + [{"subject": "nodes", "result": f"{count} found"}]}

    def prepare(self, params, tell):
        self.cluster_config = ray_config(params["config"])
        tell({"progress": f"bootstrap_config of {self.class_path}"})
        output = self.bootstrap()
        with self.lock:
            self.made = None
            instance = self.provider_class(output["provider"], output["cluster_name"])
            head = instance.prepare_for_head_node(copy.deepcopy(output))
            os.makedirs(self.state_dir, exist_ok=True)
            part = self.bootstrap_file() + f".{os.getpid()}"
            with open(part, "w") as file:
                json.dump({"input": self.cluster_config, "output": output, "head": head}, file)
            os.replace(part, self.bootstrap_file())
            self.made = (instance, output, output)
        return {}

    def list(self, params, tell):
        provider, _ = self.provider()
        return {"machines": [m for m in (self.machine(provider, i) for i in provider.non_terminated_nodes({})) if m]}

    def machine(self, provider, node_id, fallback=None):
        """None for one that has gone meanwhile, or that another cluster's tag is on."""
        try:
            tags = {str(k): str(v) for k, v in provider.node_tags(node_id).items()}
            running = provider.is_running(node_id)
            ended = not running and provider.is_terminated(node_id)
        except Exception:
            if fallback is None:
                if node_id in provider.non_terminated_nodes({}):
                    raise
                return None
            tags, running, ended = fallback, False, False
        if tags.get(CLUSTER, self.cluster_config["cluster_name"]) != self.cluster_config["cluster_name"]:
            return None
        launched = datetime.datetime.fromtimestamp(int(tags.get(LAUNCHED) or 0), datetime.timezone.utc)
        return {
            "id": str(node_id),
            "launched_at": launched.strftime("%Y-%m-%dT%H:%M:%SZ") if LAUNCHED in tags else None,
            "state": "running" if running else "terminated" if ended else "pending",
            "tags": tags,
            "internal_address": self.address(provider.internal_ip, node_id),
            "external_address": self.address(provider.external_ip, node_id),
        }

    @staticmethod
    def address(ask, node_id):
        # Ray's providers raise or return nothing while an address is not known yet.
        try:
            return ask(node_id) or None
        except Exception:
            return None

    def launch(self, params, tell):
        provider, config = self.provider(make=True)
        if not provider.safe_to_scale():
            raise Refusal("THROTTLED", "the provider is not ready to scale", "safe_to_scale() is false")
        results = in_threads([lambda n=n: self.launch_one(provider, config, n) for n in params["nodes"]])
        errors = [r for r in results if isinstance(r, Exception)]
        answer = {"machines": [r for r in results if not isinstance(r, Exception)]}
        if errors:
            answer["shortfall"] = describe(errors[0])
        provider.post_process()
        return answer

    def launch_one(self, provider, config, node):
        with self.alone(node["id"]):
            found = self.find(provider, node["id"])
            if found:
                return found
            node_type = config["available_node_types"].get(node["type"], {})
            node_config = copy.deepcopy(node_type.get("node_config") or node.get("node_config") or {})
            # Ray does not ask when a node was made; seconds, since some clouds allow few characters in tags.
            tags = {**node["tags"], LAUNCHED: str(int(time.time()))}
            made = self.create(provider, node, node_type, node_config, tags)
            if isinstance(made, dict) and len(made) == 1:
                machine = self.machine(provider, next(iter(made)), tags)
                if machine:
                    return machine
            return self.wait_for(provider, node["id"])

    @staticmethod
    def create(provider, node, node_type, node_config, tags):
        """By the method that Ray's launcher uses for heads, and its autoscaler for workers; older Rays know fewer."""
        resources = dict(node_type.get("resources") or node["resources"])
        if node["role"] == "head":
            return provider.create_node(node_config, tags, 1)
        if hasattr(provider, "create_node_with_resources_and_labels"):
            labels = dict(node.get("labels") or {})
            return provider.create_node_with_resources_and_labels(node_config, tags, 1, resources, labels)
        if hasattr(provider, "create_node_with_resources"):
            return provider.create_node_with_resources(node_config, tags, 1, resources)
        return provider.create_node(node_config, tags, 1)

    def wait_for(self, provider, node_id):
        deadline, pause = time.monotonic() + self.appear_seconds, 0.05
        while True:
            found = self.find(provider, node_id)
            if found:
                return found
            if time.monotonic() > deadline:
                raise Refusal(
                    "NO_CAPACITY",
                    f"create_node returned, but no node with the tag {NODE_ID}={node_id} appeared",
                    "the class made fewer nodes than asked for, or did not put the tags on",
                )
            time.sleep(pause)
            pause = min(pause * 2, 1)

    def find(self, provider, node_id):
        for found in provider.non_terminated_nodes({NODE_ID: node_id}):
            machine = self.machine(provider, found)
            if machine and machine["tags"].get(NODE_ID) == node_id:
                return machine
        return None

    @contextlib.contextmanager
    def alone(self, node_id):
        """One at a time for the same node, over all helpers of this cluster on this machine."""
        locks = os.path.join(self.state_dir, "locks")
        os.makedirs(locks, exist_ok=True)
        with open(os.path.join(locks, node_id.replace("/", "_")), "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def tag(self, params, tell):
        provider, _ = self.provider()
        there = set(provider.non_terminated_nodes({}))
        for node_id, tags in params["tags"].items():
            if node_id in there:
                try:
                    provider.set_node_tags(node_id, dict(tags))
                except Exception:
                    if node_id in provider.non_terminated_nodes({}):
                        raise
        return {}

    def terminate(self, params, tell):
        provider, _ = self.provider()
        self.end(provider, params["machines"], provider.non_terminated_nodes({}))
        return {}

    def end(self, provider, wanted, there):
        ids = [i for i in there if i in set(wanted)]
        size = provider.max_terminate_nodes or len(ids) or 1
        for start in range(0, len(ids), size):
            batch = ids[start : start + size]
            try:
                provider.terminate_nodes(batch)
            except Exception:
                # Someone else may have ended one of them at the same time.
                left = set(provider.non_terminated_nodes({})) & set(batch)
                if left == set(batch):
                    raise
                for node_id in left:
                    provider.terminate_node(node_id)
        if ids:
            provider.post_process()

    def clean_up(self, params, tell):
        provider, _ = self.provider()
        rest = provider.nodes_for_teardown({}) if hasattr(provider, "nodes_for_teardown") else []
        self.end(provider, rest, rest)
        if hasattr(provider, "cleanup_cluster_resources"):
            provider.cleanup_cluster_resources()
        return {}

    # How nodes are reached, when the class brings its own way

    def reach(self, params, tell):
        return {"own": {}} if self.overrides("get_command_runner") else {"ssh": {}}

    def runner(self, machine):
        provider, config = self.provider()
        internal = bool(config["provider"].get("use_internal_ips")) or bool(self.hello_params.get("on_head"))
        return provider.get_command_runner(
            f"NodeUpdater: {machine}: ",
            machine,
            config.get("auth", {}),
            config["cluster_name"],
            subprocess,
            internal,
            None,
        )

    def run(self, params, tell):
        import click

        tokens = "".join(f"export {k}={quote(v)}; " for k, v in sorted(params.get("environment", {}).items()))
        command = tokens + "{ " + params["script"] + "\n} 2>&1"
        try:
            output = self.runner(params["machine"]).run(
                command, timeout=int(params.get("timeout") or 120), with_output=True, run_env=params.get("place", "auto")
            )
            code = 0
        except subprocess.CalledProcessError as error:
            output, code = error.output, error.returncode
        except click.ClickException as error:
            output, code = f"{getattr(error, 'output', None) or error.message}", getattr(error, "exit_code", 1) or 1
        text = output.decode("utf-8", "replace") if isinstance(output, bytes) else str(output or "")
        for line in text.splitlines():
            tell({"output": line})
        return {"exit_code": code}

    def upload(self, params, tell):
        self.runner(params["machine"]).run_rsync_up(params["local"], params["remote"], rsync_options(params))
        return {}

    def download(self, params, tell):
        self.runner(params["machine"]).run_rsync_down(params["remote"], params["local"], rsync_options(params))
        return {}

    def luggage(self, params, tell):
        """What must lie on the head so that the class can be imported there: its top-level package, unless it is Ray's."""
        top = self.class_path.split(".")[0]
        module = importlib.import_module(top)
        if top == "ray":
            return {"python": []}
        file = inspect.getfile(module) if getattr(module, "__file__", None) else list(module.__path__)[0]
        return {"python": [os.path.dirname(file) if os.path.basename(file) == "__init__.py" else file]}


def rsync_options(params):
    return {"rsync_exclude": params.get("excludes", []), "rsync_filter": params.get("filters", [])}


def quote(text):
    return "'" + str(text).replace("'", "'\\''") + "'"


def ray_config(config):
    """Manta's configuration in the shape of Ray's."""
    ray = {k: copy.deepcopy(v) for k, v in config.items() if k not in ("node_types",)}
    ray["available_node_types"] = copy.deepcopy(config["node_types"])
    for key in ("file_mounts", "docker"):
        ray.setdefault(key, {})
    for key in ("setup_commands", "initialization_commands", "cluster_synced_files", "rsync_exclude", "rsync_filter"):
        ray.setdefault(key, [])
    return ray


def in_threads(tasks):
    results = [None] * len(tasks)

    def work(index):
        try:
            results[index] = tasks[index]()
        except Exception as error:
            results[index] = error

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def write(message):
    with OUT_LOCK:
        OUT.write(json.dumps(message, default=str) + "\n")
        OUT.flush()


def answer(bridge, request):
    number, method = request.get("id"), request.get("method", "")
    try:
        if method not in ("hello", "check", "prepare", "list", "launch", "tag", "terminate", "clean_up", "reach", "run", "upload", "download", "luggage"):
            raise Refusal("INVALID", f"unknown method {method}")
        result = getattr(bridge, method)(request.get("params", {}), lambda note: write({"id": number, **note}))
        write({"id": number, "result": result})
    except BaseException as error:  # SystemExit, too: a provider that calls sys.exit must not end the helper
        write({"id": number, "error": describe(error)})


def main():
    bridge = Bridge(sys.argv[1])
    for line in sys.stdin:
        if line.strip():
            threading.Thread(target=answer, args=(bridge, json.loads(line)), daemon=True).start()
    # Whoever asked is gone. Calls under way are cut off, as when the machine fails: everything can be asked again.
    os._exit(0)


main()
